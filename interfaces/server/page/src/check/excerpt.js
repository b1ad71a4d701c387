// The source lines of a place with its exact span underlined, laid out as the terminal does:
//
//     11 |   port:                  the nearest line above that encloses it, so that one sees what it belongs to
//     ...
//     14 |     Default: eighty
//        |              ^^^^^^ label
//
// A layout is a list of rows, each one of
// `{kind: "line", number, before, span, after}`, `{kind: "mark", pad, column, width, label}`, `{kind: "gap"}`.
import { between, lengthOf } from './lines.js'
import { visible } from './visible.js'

/** How many lines above a place are searched for the one that encloses it. */
const FAR = 200
/** The most characters of a line that are shown, and of those at least how many before the span. */
const ROOM = 400
const LEAD = 60
const CUT = '…'

/** Return the rows of a place (`line`, `column`, `end_line`, `end_column`, from 1); none where there is no such line. */
export function excerpt (place, lines, label = '') {
  const first = place.line - 1
  if (!(first >= 0 && first < lines.length)) return []
  const rows = []
  const above = enclosing(lines, first)
  if (above !== null) rows.push(plainLine(above, lines), ...omitted(above, first, lines))
  const [start, end] = [place.column - 1, place.end_column - 1]
  if (place.end_line <= place.line || first === lines.length - 1) {
    return [...rows, ...marked(first, lines, start, place.end_line === place.line ? end : null, label)]
  }
  const [last, lastEnd] = lastTouched(place, lines)
  rows.push(...marked(first, lines, start, null, last > first ? '' : label), ...omitted(first, last, lines))
  if (last > first) rows.push(...marked(last, lines, indent(lines[last]), lastEnd, label))
  return rows
}

/** Return the last line that a span of several lines really touches, and the column where it ends there; from 0. */
function lastTouched (place, lines) {
  let last = Math.min(place.end_line, lines.length) - 1
  let end = last === place.end_line - 1 ? place.end_column - 1 : lengthOf(lines[last])
  while (last > place.line - 1 && !between(lines[last], 0, end).trim()) {
    last -= 1
    end = lengthOf(lines[last].trimEnd())
  }
  return [last, end]
}

/** A source line and the marks below it; a span without an end reaches to the end of the line. */
function marked (index, lines, start, end, label) {
  const { before, span, after } = cut(lines[index], start, end ?? lengthOf(lines[index].trimEnd()))
  const [left, middle] = [visible(before), visible(span)]
  const line = { kind: 'line', number: index + 1, before: left, span: middle, after: visible(after) }
  const width = Math.max(1, columns(left + middle) - columns(left))
  return [line, { kind: 'mark', pad: left, column: columns(left), width, label: visible(label) }]
}

/** Return the three parts of a line, of which the outer ones are cut where the line is too long to be shown. */
function cut (line, start, end) {
  const length = lengthOf(line)
  start = Math.max(0, Math.min(start, length))
  end = Math.max(start, Math.min(end, length))
  const left = length <= ROOM ? 0 : Math.max(0, Math.min(start - LEAD, length - ROOM))
  const right = length <= ROOM ? length : Math.min(length, left + ROOM)
  const before = (left ? CUT : '') + between(line, left, start)
  const after = between(line, Math.min(end, right), right) + (right < length ? CUT : '')
  return { before, span: between(line, start, Math.min(end, right)), after }
}

function plainLine (index, lines) {
  const { before, span, after } = cut(lines[index], 0, 0)
  return { kind: 'line', number: index + 1, before: visible(before), span, after: visible(after) }
}

/** What stands between two lines that are shown: nothing, the one line, or a sign that some were left out. */
function omitted (above, below, lines) {
  if (below - above === 2) return [plainLine(above + 1, lines)]
  return below - above > 2 ? [{ kind: 'gap' }] : []
}

/** Return the nearest line above that YAML's indentation puts around a line, null where none does; both from 0. */
function enclosing (lines, index) {
  const [depth, item] = [indent(lines[index]), isItem(lines[index])]
  for (let above = index - 1; above >= 0 && above >= index - FAR; above -= 1) {
    const line = lines[above]
    if (!line.trim() || /^\s*(#|---)/.test(line)) continue
    // A list may stand as deep as the key it belongs to.
    const here = indent(line)
    if (here < depth || (here === depth && item && !isItem(line))) return above
  }
  return null
}

function isItem (line) {
  return line.trimStart().startsWith('- ')
}

function indent (line) {
  return line.length - line.trimStart().length
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu
const NO_WIDTH = /[\p{M}\u200c]/gu
const JOINED = /\u200d./gu

/** Return how many columns of a fixed-width font a text takes. */
function columns (text) {
  const seen = text.replace(JOINED, '').replace(NO_WIDTH, '')
  return lengthOf(seen) + (seen.match(WIDE)?.length ?? 0)
}
