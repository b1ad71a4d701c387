// The resolved class graph (`GET /graph`) as nodes and edges to be drawn: chosen by package and text, library classes
// left out or not.
import { writeJson } from '../shell/json.js'

/**
 * Read a graph: return `{classes, packages}`; classes by id, which is how parents are named (`full.Name/version`).
 * `library` says that a class was not asked for, but is inherited from.
 */
export function readGraph (graph) {
  const own = new Set(graph.packages.map(({ name, version }) => `${name}/${version}`))
  const classes = new Map()
  for (const each of graph.classes) {
    const id = `${each.name}/${each.version}`
    const library = !own.has(`${each.package}/${each.version}`)
    // Two packages may have a class of one name and version: it is their order that decides, as for the parents.
    if (!classes.has(id)) classes.set(id, { id, library, ...each })
  }
  return { classes, packages: [...new Set(graph.packages.map(({ name }) => name))].sort() }
}

/**
 * Return what is to be drawn: `{nodes, edges, left_out}`. `chosen.package` is one package or "" for all, `chosen.text`
 * is searched in names of classes and packages, `chosen.library` says whether library classes are drawn.
 *
 * A node is found by the choice (`found`), or an ancestor of one that is. With library classes left out, a node names
 * those that it extends (`outside`).
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
  const times = new Map()
  for (const { name } of classes.values()) times.set(name, (times.get(name) ?? 0) + 1)
  const nodes = Array.from(ids, (id) => {
    const each = classes.get(id)
    // Only classes that are there in several versions tell which one they are.
    const label = times.get(each.name) > 1 ? `${shortName(each.name)} ${each.version}` : shortName(each.name)
    const outside = each.parents.filter((parent) => !ids.has(parent)).map((parent) => parent.split('/')[0])
    return { id, label, detail: each.package, found: found.has(id), outside, ...kind(each) }
  })
  const edges = nodes.flatMap(({ id }) =>
    classes.get(id).parents.filter((parent) => ids.has(parent)).map((parent) => ({ child: id, parent }))
  )
  return { nodes: nodes.sort(byId), edges, left_out: [...classes.values()].filter((each) => !ids.has(each.id)).length }
}

function kind ({ library, usage, incomplete }) {
  return { library, usage, incomplete }
}

function byId (one, other) {
  return one.id < other.id ? -1 : 1
}

/** Return the last part of a full name. */
export function shortName (name) {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Return the ids of the classes that extend a class directly, sorted. */
export function children ({ classes }, id) {
  return [...classes.values()].filter(({ parents }) => parents.includes(id)).map((each) => each.id).sort()
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
