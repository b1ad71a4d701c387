// Fixes: edits of files, which are made by the editor.

/** Return the edits of fixes, each `{edits}`, that can be made at once: of fixes that touch one another those of the first. */
export function atOnce (fixes) {
  const taken = []
  for (const { edits } of fixes) {
    if (!edits.some((edit) => taken.some((other) => touch(edit, other)))) taken.push(...edits)
  }
  return taken
}

function touch (one, other) {
  if (one.file !== other.file) return false
  const [first, second] = [one, other].map((edit) => ({ start: [edit.line, edit.column], end: [edit.end_line, edit.end_column] }))
  const before = order(first.end, second.start) <= 0 || order(second.end, first.start) <= 0
  return !before || order(first.start, second.start) === 0
}

function order ([line, column], [otherLine, otherColumn]) {
  return line - otherLine || column - otherColumn
}
