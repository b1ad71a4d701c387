// Positions: the service counts lines and columns from 1, and columns in characters; the editor counts halves of characters from 0.
import { between, lengthOf } from '../check/lines.js'

/** Return the offset of a line and a column in a document; the nearest one where there is no such place. */
export function offsetOf (doc, line, column) {
  if (line > doc.lines) return doc.length
  const { from, text } = doc.line(Math.max(1, line))
  return from + between(text, 0, Math.max(0, column - 1)).length
}

/** Return `{line, column}` of an offset. */
export function positionAt (doc, offset) {
  const { number, from, text } = doc.lineAt(offset)
  return { line: number, column: lengthOf(text.slice(0, offset - from)) + 1 }
}

/** Return `{from, to}` of a place; one without characters gets that after it, or before it at the end of a line. */
export function rangeOf (doc, place) {
  const from = offsetOf(doc, place.line, place.column)
  const to = Math.max(from, offsetOf(doc, place.end_line, place.end_column))
  if (to > from) return { from, to }
  const line = doc.lineAt(from)
  return from < line.to ? { from, to: from + 1 } : { from: Math.max(line.from, from - 1), to: from }
}

/** Return the changes of edits, `{line, column, end_line, end_column, text}`, none of which touch one another. */
export function changesOf (doc, edits) {
  return edits.map((edit) => ({
    from: offsetOf(doc, edit.line, edit.column),
    to: offsetOf(doc, edit.end_line, edit.end_column),
    insert: edit.text
  }))
}
