// How far a new line of YAML is indented.
import { indentService } from '@codemirror/language'

const KEY = /^(\s*(?:- +)*)(?:[^\s#][^#]*)?:\s*(?:#.*)?$/

/** Return the indentation of what follows a line: deeper after a key without a value. */
export function indentationAfter (line) {
  const key = KEY.exec(line)
  return key ? key[1].length + 2 : /^\s*/.exec(line)[0].length
}

/** The extension; a blank line counts as the one above it. */
export const indentation = indentService.of(({ state }, at) => {
  for (let { number } = state.doc.lineAt(at); number > 0; number -= 1) {
    const { from, to, text } = state.doc.line(number)
    const before = text.slice(0, Math.min(at, to) - from)
    if (before.trim()) return indentationAfter(before)
  }
  return 0
})
