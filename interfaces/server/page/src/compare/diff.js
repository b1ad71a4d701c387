// Two texts, line by line.
import { diffArrays } from 'diff'

const MOST = 4_000 // lines added and removed: beyond, what differs is shown as one block

/**
 * Return the rows of two texts beside one another: `{kind, left, right}`, where kind is "same", "changed", "removed" (left only) or
 * "added" (right only), and a side that has no line is null.
 */
export function diffLines (left, right) {
  const [old, new_] = [linesOf(left), linesOf(right)]
  const parts = diffArrays(old, new_, { maxEditLength: MOST })
  if (parts === undefined) return block(old, new_)
  const rows = []
  let removed = []
  for (const part of parts) {
    if (part.removed) removed = part.value
    else {
      rows.push(...block(removed, part.added ? part.value : []))
      removed = []
      if (!part.added) rows.push(...part.value.map((line) => ({ kind: 'same', left: line, right: line })))
    }
  }
  return [...rows, ...block(removed, [])]
}

/** Return the rows of a difference with some equal ones around each change, and one of the kind "gap" in place of the others. */
export function withContext (rows, around) {
  const near = rows.map(() => false)
  for (const [at, { kind }] of rows.entries()) {
    if (kind !== 'same') near.fill(true, Math.max(0, at - around), at + around + 1)
  }
  return rows.flatMap((row, at) => near[at] ? [row] : at === 0 || near[at - 1] ? [{ kind: 'gap', left: null, right: null }] : [])
}

function linesOf (text) {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
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
