// A file as it is shown beside its diagnostics: its lines, each in parts that are marked or not.
import { lengthOf, between } from './lines.js'
import { SEVERITIES } from './findings.js'
import { visible } from './visible.js'

/** Files of more lines than this are shown in part: `AROUND` lines on either side of what is marked. */
export const MOST_LINES = 3000
const AROUND = 100
/** The most characters of a line that are shown. */
const MOST_CHARACTERS = 2000

/**
 * Return `[{number, parts: [{text, severity, style}], starting}]`, a line each, `starting` being the diagnostics whose place
 * begins there. A `severity` of null is text that nothing marks; where spans overlap, the gravest marks. `tokens` are those
 * of the syntax by line, which have the `style`.
 */
export function markedLines (lines, diagnostics, shown = () => true, tokens = new Map()) {
  const starting = new Map()
  const spans = new Map()
  for (const each of diagnostics) {
    const last = Math.min(Math.max(each.end_line, each.line), lines.length)
    if (each.line >= 1 && each.line <= lines.length) append(starting, each.line, each)
    for (let number = Math.max(1, each.line); number <= last; number += 1) {
      if (!shown(number)) continue
      const line = lines[number - 1]
      const start = number === each.line ? each.column - 1 : line.length - line.trimStart().length
      const end = number === each.end_line ? each.end_column - 1 : lengthOf(line.trimEnd())
      if (end > start || number === each.line) {
        append(spans, number, { start, end: Math.max(end, start + 1), severity: each.severity })
      }
    }
  }
  return lines.map((_, index) => index + 1)
    .filter(shown)
    .map((number) => ({
      number,
      parts: parts(lines[number - 1], spans.get(number) ?? [], inCharacters(lines[number - 1], tokens.get(number) ?? [])),
      starting: starting.get(number) ?? []
    }))
}

/** Return whether a line is shown: all of a file of usual length, else those around marks and around `line`. */
export function shownLines (lines, diagnostics, line = 1) {
  if (lines.length <= MOST_LINES) return () => true
  const near = new Set()
  for (const centre of [1, line, ...diagnostics.slice(0, MOST_LINES / AROUND).map((each) => each.line)]) {
    for (let number = centre - AROUND; number <= centre + AROUND; number += 1) near.add(number)
  }
  return (number) => near.has(number)
}

function append (lists, key, value) {
  if (!lists.has(key)) lists.set(key, [])
  lists.get(key).push(value)
}

/** Return tokens, which count halves of characters, in whole ones as spans do. */
function inCharacters (line, tokens) {
  if (!/[\ud800-\udfff]/.test(line)) return tokens
  return tokens.map(({ start, end, style }) => ({ start: lengthOf(line.slice(0, start)), end: lengthOf(line.slice(0, end)), style }))
}

function parts (line, spans, tokens) {
  const length = Math.min(lengthOf(line), MOST_CHARACTERS)
  const rest = lengthOf(line) > length ? [{ text: '…', severity: null, style: null }] : []
  const within = (range) => ({ ...range, start: Math.min(range.start, length), end: Math.min(range.end, length) })
  const [inside, styled] = [spans.map(within), tokens.map(within)]
  const edges = [...new Set([0, length, ...[...inside, ...styled].flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b)
  const found = []
  for (const [at, start] of edges.slice(0, -1).entries()) {
    const covers = (range) => range.start <= start && range.end > start
    found.push({
      text: visible(between(line, start, edges[at + 1])),
      severity: gravest(inside.filter(covers).map((span) => span.severity)),
      style: styled.find(covers)?.style ?? null
    })
  }
  // A span at the end of a line, or on an empty one, has no character to mark: it gets a space.
  const end = inside.filter((span) => span.start >= length).map((span) => span.severity)
  if (end.length) found.push({ text: ' ', severity: gravest(end), style: null })
  return [...found, ...rest]
}

function gravest (severities) {
  return SEVERITIES.find((severity) => severities.includes(severity)) ?? null
}
