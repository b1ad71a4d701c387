// The graph of a rendered model (`POST /render`) as nodes and edges to be drawn, and as rows.
import { shortName } from './class-graph.js'

/**
 * Return what is to be drawn, as of classes: `{nodes, edges, links}`, where owners are the parents of their parts, and
 * `links` are the references; and `objects` by the ids of nodes: `{id, title, name, type, owner, has, usedBy}`, of which
 * `has` and `usedBy` are `[{node, property, owned}]`.
 *
 * Ids of objects are texts or numbers; nodes have ids of their own.
 */
export function readModelGraph ({ objects, references }) {
  const nodeOf = new Map(objects.map(({ id }, index) => [id, `object-${index}`]))
  const read = new Map(objects.map((each) => [nodeOf.get(each.id), {
    id: each.id,
    title: shortName(classOf(each.type)), // ids are mostly long, and made by programs
    name: each.name || String(each.id),
    type: each.type,
    owner: each.owner === null ? null : nodeOf.get(each.owner),
    has: [],
    usedBy: []
  }]))
  const [edges, links] = [[], []]
  for (const { source, target, property, owned } of references) {
    const [from, to] = [nodeOf.get(source), nodeOf.get(target)]
    read.get(from).has.push({ node: to, property, owned })
    read.get(to).usedBy.push({ node: from, property, owned })
    if (owned) edges.push({ child: to, parent: from })
    else links.push({ source: from, target: to })
  }
  const nodes = Array.from(read, ([id, { title, name }]) => ({ id, label: title, detail: MADE.test(name) ? `${name.slice(0, 8)}…` : name, found: true, usage: 'Class' }))
  return { nodes, edges, links, objects: read }
}

/** An id as the engine makes them, which tells nobody anything. */
const MADE = /^[0-9a-f]{32}$/

/** Return the full name in a type, `full.Name/version@package`. */
export function classOf (type) {
  return type.split('/')[0]
}
