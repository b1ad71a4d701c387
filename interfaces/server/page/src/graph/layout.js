// Where classes are drawn: parents left of their children, in layers. Names are wide, so layers are columns.
//
// A catalog has few deep hierarchies and many classes beside one another, which one layer each would make a ribbon of.
// So classes without children that extend the same classes form a block, in rows; what is connected is laid out by
// itself, and the pieces stand in rows of about the shape of the screen.
import { Graph, layout } from '@dagrejs/dagre'

const HEIGHT = 44
const GAP = 24
const BLOCK_GAP = 12
const LETTER = 7.2
const [NARROWEST, WIDEST] = [110, 300]

/**
 * Return `{positions, blocks, width, height}`: `positions` of nodes by id, `{x, y, width, height}` with the centre at
 * x and y; `blocks` as `[{id, members}]`, those of more than one member.
 */
export function place ({ nodes, edges }, shape = 1.6) {
  const blocks = blocksOf(nodes, edges, shape)
  const pieces = components(blocks).map((piece) => layered(piece))
  return { ...packed(pieces, shape), blocks: blocks.filter(({ members }) => members.length > 1).map(shown) }
}

function shown ({ id, members }) {
  return { id, members: members.map((node) => node.id) }
}

/** Return how wide a node is: as its longer line. */
function widthOf ({ label, detail }) {
  const letters = Math.max(label.length, detail.length * 0.8)
  return Math.min(WIDEST, Math.max(NARROWEST, Math.round(letters * LETTER) + 24))
}

/** Put together the nodes that extend the same, and that nothing extends; each other node is a block of its own. */
function blocksOf (nodes, edges, shape) {
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
  return [...found.values()].map((block) => ({ ...block, ...arranged(block.members, shape) }))
}

/** Arrange the members of a block in rows, in about the shape of the screen; return its size and their offsets from its upper left corner. */
function arranged (members, shape) {
  const cell = Math.max(...members.map(widthOf))
  const square = Math.sqrt(members.length * (HEIGHT + BLOCK_GAP) / (cell + BLOCK_GAP))
  const columns = Math.min(members.length, Math.max(1, Math.round(square * Math.sqrt(shape))))
  const offsets = members.map((node, index) => ({
    x: (index % columns) * (cell + BLOCK_GAP) + cell / 2,
    y: Math.floor(index / columns) * (HEIGHT + BLOCK_GAP) + HEIGHT / 2,
    width: members.length > 1 ? cell : widthOf(node)
  }))
  const rows = Math.ceil(members.length / columns)
  return {
    offsets,
    width: columns * (cell + BLOCK_GAP) - BLOCK_GAP,
    height: rows * (HEIGHT + BLOCK_GAP) - BLOCK_GAP
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

/** Lay out one piece; return its size, and the positions of its nodes from its upper left corner. */
function layered (piece) {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'RL', nodesep: GAP, ranksep: 2 * GAP, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { block } of piece) graph.setNode(block.id, { width: block.width, height: block.height })
  for (const { block, above } of piece) for (const parent of above) graph.setEdge(block.id, parent.id)
  layout(graph)
  const positions = new Map()
  for (const { block } of piece) {
    const { x, y } = graph.node(block.id)
    for (const [index, node] of block.members.entries()) {
      const offset = block.offsets[index]
      positions.set(node.id, {
        x: x - block.width / 2 + offset.x,
        y: y - block.height / 2 + offset.y,
        width: offset.width,
        height: HEIGHT
      })
    }
  }
  const { width, height } = graph.graph()
  return { width, height, positions }
}

/** Put pieces into rows, the highest first, of which all together have about the shape that is wanted. */
function packed (pieces, shape) {
  const area = pieces.reduce((sum, { width, height }) => sum + (width + 2 * GAP) * (height + 2 * GAP), 0)
  const room = Math.max(Math.sqrt(area * shape), ...pieces.map(({ width }) => width))
  const positions = new Map()
  let [x, y, high, widest] = [0, 0, 0, 0]
  for (const piece of [...pieces].sort((one, other) => other.height - one.height || other.width - one.width)) {
    if (x > 0 && x + piece.width > room) [x, y, high] = [0, y + high + 2 * GAP, 0]
    for (const [id, at] of piece.positions) positions.set(id, { ...at, x: at.x + x, y: at.y + y })
    x += piece.width + 2 * GAP
    widest = Math.max(widest, x - 2 * GAP)
    high = Math.max(high, piece.height)
  }
  return { positions, width: widest, height: pieces.length ? y + high : 0 }
}
