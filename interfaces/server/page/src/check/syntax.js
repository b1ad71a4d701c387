// The syntax of YAML, line by line. Lezer reads what is damaged too, in time that grows with the length.
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight'
import { parser } from '@lezer/yaml'

/** Longer texts are shown without colours, which would take longer than the rest of the page. */
const MOST_CHARACTERS = 400_000

const STYLES = tagHighlighter([
  { tag: tags.definition(tags.propertyName), class: 'key' },
  { tag: tags.propertyName, class: 'key' },
  { tag: tags.string, class: 'string' },
  { tag: tags.lineComment, class: 'comment' },
  { tag: [tags.typeName, tags.labelName, tags.meta, tags.keyword], class: 'meta' }
])

/** Return the tokens of a text by the number of their line, from 1: `{start, end, style}`, in characters of JavaScript from 0. */
export function tokensByLine (text) {
  const byLine = new Map()
  if (text.length > MOST_CHARACTERS) return byLine
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (end) => end.index + end[0].length)]
  let at = 0
  highlightTree(parser.parse(text), STYLES, (from, to, style) => {
    while (at + 1 < starts.length && starts[at + 1] <= from) at += 1
    // A token of several lines is one of each.
    for (let line = at; line < starts.length && starts[line] < to; line += 1) {
      const end = Math.min(to, starts[line + 1] ?? text.length) - starts[line]
      if (!byLine.has(line + 1)) byLine.set(line + 1, [])
      byLine.get(line + 1).push({ start: Math.max(0, from - starts[line]), end, style })
    }
  })
  return byLine
}
