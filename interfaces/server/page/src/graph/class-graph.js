// Classes and their relatives, as nodes and edges to be drawn, and what one class has. Pure functions.
import { writeJson } from '../shell/json.js'

const APPLICATION = 'io.murano.Application'
const ORDER = new Intl.Collator('en', { numeric: true })

/** Return how a class is named in addresses and by others that extend it. */
export function idOf ({ name, version }) { return `${name}/${version}` }

/** Return the last part of a full name. */
export function shortName (name) {
  return name.slice(name.lastIndexOf('.') + 1)
}

/**
 * Return the class of a list that a view begins with: of a package the one that has its name, else its first one that is made to be
 * used; of several packages what applications extend. Null where there is none.
 */
export function firstOf (classes, packageName = null) {
  const usual = classes.filter(({ is_base: isBase, usage }) => !isBase && usage !== 'Meta')
  return classes.find(({ name }) => name === (packageName ?? APPLICATION)) ?? usual[0] ?? classes[0] ?? null
}

/** Return classes by package in their natural order, `[[{name, version}, classes]]`; those of the core library come last. */
export function groupsOf (classes) {
  const groups = new Map()
  for (const each of classes) {
    const key = `${each.package} ${each.version}`
    if (!groups.has(key)) groups.set(key, { name: each.package, version: each.version, members: [] })
    groups.get(key).members.push(each)
  }
  const isCore = ({ name }) => name.startsWith('io.murano')
  return [...groups.values()]
    .sort((one, other) => isCore(one) - isCore(other) || ORDER.compare(`${one.name} ${one.version}`, `${other.name} ${other.version}`))
    .map((group) => ({ ...group, members: group.members.sort((one, other) => ORDER.compare(shortName(one.name), shortName(other.name))) }))
}

/** Return the classes of a neighbourhood (`GET /classes/{name}/neighbourhood`) by id: the class in the middle and its relatives. */
export function relativesOf ({ middle, relatives }) {
  return new Map([middle, ...relatives].map((each) => [idOf(each), each]))
}

/** Return a neighbourhood as what is to be drawn: `{nodes, edges}`. */
export function drawn (neighbourhood) {
  const classes = relativesOf(neighbourhood)
  const middle = idOf(neighbourhood.middle)
  const times = new Map()
  for (const { name } of classes.values()) times.set(name, (times.get(name) ?? 0) + 1)
  const nodes = [...classes].map(([id, { name, version, package: pkg, usage }]) => ({
    id,
    // Only classes that are there in several versions tell which one they are.
    label: times.get(name) > 1 ? `${shortName(name)} ${version}` : shortName(name),
    detail: pkg,
    usage,
    found: true,
    library: pkg !== neighbourhood.middle.package && id !== middle
  }))
  const edges = nodes.flatMap(({ id }) => classes.get(id).parents.filter((parent) => classes.has(parent)).map((parent) => ({ child: id, parent })))
  return { nodes: nodes.sort((one, other) => ORDER.compare(one.id, other.id)), edges }
}

/** Return the ids of the classes of a neighbourhood that extend the one in the middle, sorted. */
export function children (neighbourhood) {
  const middle = idOf(neighbourhood.middle)
  return neighbourhood.relatives.filter(({ parents }) => parents.includes(middle)).map(idOf).sort(ORDER.compare)
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
    own: member.declaring === idOf(class_),
    ambiguous: member.ambiguous,
    place: member.place
  }))
  return [...rows.filter(({ own }) => own), ...rows.filter(({ own }) => !own)]
}

/** Return a default as it is written: an expression as one, all else as JSON. */
export function written (value) {
  const isExpression = value !== null && typeof value === 'object' && Object.keys(value).join() === 'yaql'
  return isExpression ? String(value.yaql) : writeJson(value)
}
