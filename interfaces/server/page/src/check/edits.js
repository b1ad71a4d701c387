// Fixes: texts in place of spans of files.

/**
 * Return a text with edits made: `{line, column, end_line, end_column, text}`, from 1, in characters. All of them are about the text
 * as it is. What is inserted gets the line ends of the text.
 */
export function edited (text, edits) {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '' // which no column counts
  const plain = text.slice(mark.length)
  const ends = [...plain.matchAll(/\r\n|\r|\n/g)]
  const starts = [0, ...ends.map((end) => end.index + end[0].length)]
  const lineEnd = ends[0]?.[0] ?? '\n'
  const at = (line, column) => {
    const start = starts[line - 1] ?? plain.length
    const rest = plain.slice(start, starts[line] ?? plain.length)
    return start + Array.from(rest).slice(0, column - 1).join('').length
  }
  const replaced = edits.map((edit) => ({ start: at(edit.line, edit.column), end: at(edit.end_line, edit.end_column), text: edit.text.replace(/\n/g, lineEnd) }))
  // From the end on, so that the places of the others stay.
  return mark + replaced.sort((one, other) => other.start - one.start)
    .reduce((result, { start, end, text }) => result.slice(0, start) + text + result.slice(end), plain)
}

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
