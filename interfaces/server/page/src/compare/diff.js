// Two texts, line by line.

const MOST = 4_000_000 // cells of the table of common lines: beyond, what differs is shown as one block

/**
 * Return the rows of two texts beside one another: `{kind, left, right}`, where kind is "same", "changed", "removed" (left only) or
 * "added" (right only), and a side that has no line is null.
 */
export function diffLines (left, right) {
  const [old, new_] = [linesOf(left), linesOf(right)]
  let start = 0
  while (start < old.length && start < new_.length && old[start] === new_[start]) start += 1
  let end = 0
  while (end < old.length - start && end < new_.length - start && old.at(-1 - end) === new_.at(-1 - end)) end += 1
  const same = (line) => ({ kind: 'same', left: line, right: line })
  return [
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), new_.slice(start, new_.length - end)),
    ...old.slice(old.length - end).map(same)
  ]
}

function linesOf (text) {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function middle (old, new_) {
  if (old.length * new_.length > MOST) return block(old, new_)
  // common[i][j]: how many lines old[i:] and new[j:] have in common, in order.
  const width = new_.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = new_.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = old[i] === new_[j] ? common[(i + 1) * width + j + 1] + 1 : Math.max(common[(i + 1) * width + j], common[i * width + j + 1])
    }
  }
  const rows = []
  let [removed, added] = [[], []]
  let [i, j] = [0, 0]
  while (i < old.length || j < new_.length) {
    if (i < old.length && j < new_.length && old[i] === new_[j]) {
      rows.push(...block(removed, added), { kind: 'same', left: old[i], right: new_[j] })
      ;[removed, added] = [[], []]
      i += 1
      j += 1
    } else if (j === new_.length || (i < old.length && common[(i + 1) * width + j] >= common[i * width + j + 1])) removed.push(old[i++])
    else added.push(new_[j++])
  }
  return [...rows, ...block(removed, added)]
}

// Lines of one key stand beside one another; the rest of a block follows.
function block (removed, added) {
  const rows = []
  const rest = [...added]
  for (const line of removed) {
    const at = rest.findIndex((other) => keyOf(other) === keyOf(line))
    if (at < 0) rows.push({ kind: 'removed', left: line, right: null })
    else {
      rows.push(...rest.splice(0, at).map(onlyRight), { kind: 'changed', left: line, right: rest.shift() })
    }
  }
  return [...rows, ...rest.map(onlyRight)]
}

function onlyRight (line) { return { kind: 'added', left: null, right: line } }
function keyOf (line) { return /^\s*(?:- )*[^\s:]+:/.exec(line)?.[0] ?? line }
