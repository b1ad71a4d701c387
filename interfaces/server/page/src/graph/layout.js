// Where classes are drawn: parents left of their children, in layers. Names are wide, so layers are columns.
//
// A catalog has few deep hierarchies and many classes beside one another, which one layer each would make a ribbon of.
// So classes without children that extend the same classes form a block, in rows; what is connected is laid out by
// itself, and the pieces stand in rows of about the shape of the screen. Arrows run between boxes, never across one.
import { Graph, layout } from '@dagrejs/dagre'

const HEIGHT = 40
const GAP = 24
const BLOCK_GAP = 8
/** The room between the frame of a block and its members. */
const FRAME = 8
const LETTER = 6.9
const [NARROWEST, WIDEST] = [90, 270]

/**
 * Return `{positions, frames, arrows, width, height}`: `positions` of nodes by id, `{x, y, width, height}` with the centre at x and y;
 * `frames` around blocks of several nodes, the same; `arrows` as `{ends, corners}`, the ids of the nodes at both ends, and a line.
 * A block of several columns takes no more than half of `room`, a width.
 */
export function place ({ nodes, edges }, shape = 1.6, room = Infinity) {
  const blocks = blocksOf(nodes, edges, shape, room / 2)
  return packed(components(blocks).map((piece) => layered(piece)), shape)
}

/** Return how wide a node is: as its longer line. */
function widthOf ({ label, detail }) {
  const letters = Math.max(label.length, detail.length * 0.9)
  return Math.min(WIDEST, Math.max(NARROWEST, Math.round(letters * LETTER) + 20))
}

/** Put together the nodes that extend the same, and that nothing extends; each other node is a block of its own. */
function blocksOf (nodes, edges, shape, room) {
  const parents = new Map(nodes.map(({ id }) => [id, []]))
  const extended = new Set(edges.map(({ parent }) => parent))
  for (const { child, parent } of edges) parents.get(child).push(parent)
  const found = new Map()
  for (const node of nodes) {
    const above = parents.get(node.id)
    const leaf = above.length && !extended.has(node.id)
    const key = leaf ? `block:${[...above].sort().join('|')}` : node.id
    if (!found.has(key)) found.set(key, { id: key, members: [], parents: above })
    found.get(key).members.push(node)
  }
  return [...found.values()].map((block) => ({ ...block, ...arranged(block.members, shape, room) }))
}

/** Arrange the members of a block in rows, in about the shape of the screen; return its size and their offsets from its upper left corner. */
function arranged (members, shape, room) {
  const cell = Math.max(...members.map(widthOf))
  const square = Math.sqrt(members.length * (HEIGHT + BLOCK_GAP) / (cell + BLOCK_GAP))
  const columns = Math.min(members.length, Math.max(1, Math.min(Math.round(square * Math.sqrt(shape)), Math.floor(room / (cell + BLOCK_GAP)))))
  const rows = Math.ceil(members.length / columns)
  const frame = members.length > 1 ? FRAME : 0
  const offsets = members.map((node, index) => ({
    x: frame + (index % columns) * (cell + BLOCK_GAP) + cell / 2,
    y: frame + Math.floor(index / columns) * (HEIGHT + BLOCK_GAP) + HEIGHT / 2,
    width: cell
  }))
  return {
    offsets,
    width: columns * (cell + BLOCK_GAP) - BLOCK_GAP + 2 * frame,
    height: rows * (HEIGHT + BLOCK_GAP) - BLOCK_GAP + 2 * frame
  }
}

/** Return the connected pieces, as lists of blocks. */
function components (blocks) {
  const blockOf = new Map(blocks.flatMap((block) => block.members.map(({ id }) => [id, block])))
  const beside = new Map(blocks.map((block) => [block, []]))
  for (const block of blocks) {
    for (const parent of block.parents) {
      beside.get(block).push(blockOf.get(parent))
      beside.get(blockOf.get(parent)).push(block)
    }
  }
  const met = new Set()
  const pieces = []
  for (const first of blocks) {
    if (met.has(first)) continue
    const [piece, waiting] = [[], [first]]
    met.add(first)
    while (waiting.length) {
      const block = waiting.pop()
      piece.push({ block, above: block.parents.map((parent) => blockOf.get(parent)) })
      for (const other of beside.get(block).filter((each) => !met.has(each))) {
        met.add(other)
        waiting.push(other)
      }
    }
    pieces.push(piece)
  }
  return pieces
}

/** Lay out one piece; return its size, and all that is in it, from its upper left corner. */
function layered (piece) {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'RL', nodesep: GAP, edgesep: GAP, ranksep: 2 * GAP, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { block } of piece) graph.setNode(block.id, { width: block.width, height: block.height })
  for (const { block, above } of piece) for (const parent of above) graph.setEdge(block.id, parent.id)
  layout(graph)
  const positions = new Map()
  const frames = []
  const columns = new Map() // half the widths, by the middles
  for (const { block: { id, members, offsets } } of piece) {
    const { x, y, width, height } = graph.node(id)
    columns.set(Math.round(x), Math.max(width / 2, columns.get(Math.round(x)) ?? 0))
    if (members.length > 1) frames.push({ x, y, width, height })
    for (const [index, node] of members.entries()) {
      const offset = offsets[index]
      positions.set(node.id, { x: x - width / 2 + offset.x, y: y - height / 2 + offset.y, width: offset.width, height: HEIGHT })
    }
  }
  const membersOf = new Map(piece.map(({ block: { id, members } }) => [id, members.map((node) => node.id)]))
  const arrows = graph.edges().map((edge) => ({
    ends: [edge.v, edge.w].map((id) => membersOf.get(id)),
    corners: wayOf(graph.node(edge.v), graph.node(edge.w), graph.edge(edge).points, columns)
  }))
  const { width, height } = graph.graph()
  return { width, height, positions, frames, arrows }
}

/** Return the way of an arrow: it goes straight through columns, where there is room between boxes, and up and down only between them. */
function wayOf (from, to, points, columns) {
  const side = to.x < from.x ? -1 : 1 // right in a circle only
  const across = ({ x, y }) => [-1, 1].map((end) => ({ x: x + end * side * columns.get(Math.round(x)), y }))
  return [
    { x: from.x + side * from.width / 2, y: from.y },
    across(from)[1],
    ...points.slice(1, -1).filter(({ x }) => columns.has(Math.round(x))).flatMap(across),
    across(to)[0],
    { x: to.x - side * to.width / 2, y: to.y }
  ].filter(({ x, y }, at, all) => at === 0 || x !== all[at - 1].x || y !== all[at - 1].y)
}

/** Put pieces into rows, the highest first, of which all together have about the shape that is wanted. */
function packed (pieces, shape) {
  const area = pieces.reduce((sum, { width, height }) => sum + (width + 2 * GAP) * (height + 2 * GAP), 0)
  const room = Math.max(Math.sqrt(area * shape), ...pieces.map(({ width }) => width))
  const all = { positions: new Map(), frames: [], arrows: [], width: 0, height: 0 }
  let [x, y, high] = [0, 0, 0]
  for (const piece of [...pieces].sort((one, other) => other.height - one.height || other.width - one.width)) {
    if (x > 0 && x + piece.width > room) [x, y, high] = [0, y + high + 2 * GAP, 0]
    const moved = (at) => ({ ...at, x: at.x + x, y: at.y + y })
    for (const [id, at] of piece.positions) all.positions.set(id, moved(at))
    all.frames.push(...piece.frames.map(moved))
    all.arrows.push(...piece.arrows.map(({ ends, corners }) => ({ ends, corners: corners.map(moved) })))
    all.width = Math.max(all.width, x + piece.width)
    high = Math.max(high, piece.height)
    all.height = y + high
    x += piece.width + 2 * GAP
  }
  return all
}
