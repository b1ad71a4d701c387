// The lines of a file, and columns in them. Diagnostics count characters (code points), JavaScript halves of them.

/** Return the lines of a text without line ends, as an editor and the checker number them. */
export function linesOf (text) {
  return text.split(/\r\n|\r|\n/)
}

/** Return the part of a line between two columns, both from 0, in characters. */
export function between (line, start, end) {
  if (isNarrow(line)) return line.slice(start, end)
  return Array.from(line).slice(start, end).join('')
}

/** Return the number of characters of a line. */
export function lengthOf (line) {
  return isNarrow(line) ? line.length : Array.from(line).length
}

function isNarrow (line) {
  return !/[\ud800-\udfff]/.test(line)
}
