// The resolved class graph (`GET /graph`) as nodes and edges to be drawn: chosen by package and text, library classes
// left out or not.
import { writeJson } from '../shell/json.js'

/** The class that all others extend, and which therefore tells little where many are drawn. */
const ROOT = 'io.murano.Object'
/** Of no more classes than this the root is a neighbour, too. */
const FEW = 40

const ORDER = new Intl.Collator('en', { numeric: true })

/**
 * Read a graph: return `{classes, packages}`; classes by id, which is how parents are named (`full.Name/version`).
 * `library` says that a class was not asked for, but is inherited from. Of packages in several versions, one may be asked for.
 */
export function readGraph (graph, version = null) {
  const asked = graph.packages.filter((each) => version === null || each.version === version)
  const own = new Set(asked.map(({ name, version }) => `${name}/${version}`))
  const classes = new Map()
  for (const each of graph.classes) {
    const id = `${each.name}/${each.version}`
    const library = !own.has(`${each.package}/${each.version}`)
    // Two packages may have a class of one name and version: it is their order that decides, as for the parents.
    if (!classes.has(id)) classes.set(id, { id, library, ...each })
  }
  return { classes, packages: [...new Set(asked.map(({ name }) => name))].sort(ORDER.compare) }
}

/**
 * Return what is to be drawn: `{nodes, edges, left_out}`. `chosen.package` is one package or "" for all, `chosen.text`
 * is searched in names of classes and packages, `chosen.library` says whether library classes are drawn.
 *
 * A node is found by the choice (`found`), or an ancestor of one that is. With library classes left out, those that are
 * extended directly are neighbours (`near`), and a node names those that it extends (`outside`).
 */
export function drawn ({ classes }, chosen) {
  const words = (chosen.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const hidden = (each) => each.library && !chosen.library
  const found = new Set()
  for (const each of classes.values()) {
    const name = `${each.name} ${each.package}`.toLowerCase()
    const inPackage = chosen.package ? each.package === chosen.package : !each.library || chosen.library
    if (inPackage && !hidden(each) && words.every((word) => name.includes(word))) found.add(each.id)
  }
  const ids = new Set(found)
  for (const id of found) {
    for (const ancestor of classes.get(id).ancestors) {
      if (classes.has(ancestor) && !hidden(classes.get(ancestor))) ids.add(ancestor)
    }
  }
  const near = new Set()
  for (const id of ids) {
    for (const parent of classes.get(id).parents) {
      if (!ids.has(parent) && classes.has(parent) && (ids.size <= FEW || classes.get(parent).name !== ROOT)) near.add(parent)
    }
  }
  const times = new Map()
  for (const { name } of classes.values()) times.set(name, (times.get(name) ?? 0) + 1)
  const nodes = [...ids, ...near].map((id) => {
    const each = classes.get(id)
    // Only classes that are there in several versions tell which one they are.
    const label = times.get(each.name) > 1 ? `${shortName(each.name)} ${each.version}` : shortName(each.name)
    const outside = near.has(id) ? [] : each.parents.filter((parent) => !ids.has(parent)).map((parent) => parent.split('/')[0])
    return { id, label, detail: each.package, found: found.has(id), near: near.has(id), outside, ...kind(each) }
  })
  const leftOut = [...classes.values()].filter((each) => !ids.has(each.id)).length
  return { nodes: nodes.sort(byId), edges: edgesAmong({ classes }, new Set([...ids, ...near])), left_out: leftOut }
}

/** Return the edges between some classes. */
function edgesAmong ({ classes }, ids) {
  return [...ids].flatMap((id) => classes.get(id).parents.filter((parent) => ids.has(parent)).map((parent) => ({ child: id, parent })))
}

/**
 * Return the surroundings of one class as what is to be drawn: what it extends, all the way up, and what extends it directly, at
 * most `most` of these; `more` is how many others there are.
 */
export function around (graph, { nodes }, id, most) {
  const below = children(graph, id)
  const ids = new Set([id, ...graph.classes.get(id).ancestors, ...below.slice(0, most)].filter((each) => graph.classes.has(each)))
  const known = new Map(nodes.map((node) => [node.id, node]))
  const nodeOf = (each) => known.get(each) ?? { id: each, label: shortName(graph.classes.get(each).name), detail: graph.classes.get(each).package, found: false, near: true, outside: [], ...kind(graph.classes.get(each)) }
  return { nodes: [...ids].map(nodeOf).sort(byId), edges: edgesAmong(graph, ids), more: Math.max(0, below.length - most) }
}

function kind ({ library, usage, incomplete }) {
  return { library, usage, incomplete }
}

function byId (one, other) {
  return ORDER.compare(one.id, other.id)
}

/** Return the last part of a full name. */
export function shortName (name) {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Return the ids of the classes that extend a class directly, sorted. */
export function children ({ classes }, id) {
  return [...classes.values()].filter(({ parents }) => parents.includes(id)).map((each) => each.id).sort(ORDER.compare)
}

/**
 * Return a class's members of one kind (`properties`, `methods`) as rows, its own first:
 * `{name, usage, contract, inherited, hasDefault, value, parameters, overrides, declaring, own, ambiguous, place}`.
 */
export function members (class_, kind) {
  const rows = Object.entries(class_[kind]).map(([name, member]) => ({
    name,
    usage: member.usage,
    contract: member.contract ?? null,
    inherited: member.inherited_contracts ?? [],
    hasDefault: 'default' in member,
    value: member.default,
    parameters: (member.arguments ?? []).map(({ name, usage, contract }) => ({ name, usage, contract: contract ?? null })),
    overrides: member.overrides ?? [],
    declaring: member.declaring,
    own: member.declaring === class_.id,
    ambiguous: member.ambiguous,
    place: member.place ?? member
  }))
  return [...rows.filter(({ own }) => own), ...rows.filter(({ own }) => !own)]
}

/** Return a default as it is written: an expression as one, all else as JSON. */
export function written (value) {
  const isExpression = value !== null && typeof value === 'object' && Object.keys(value).join() === 'yaql'
  return isExpression ? String(value.yaql) : writeJson(value)
}
