import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from './lines.js'
import { markedLines, MOST_LINES, shownLines } from './marks.js'

const at = (line, column, endLine, endColumn, severity = 'error') =>
  ({ line, column, end_line: endLine, end_column: endColumn, severity })

/** Write a line with its marks: `a[error:b]c`. */
function written ({ parts }) {
  return parts.map(({ text, severity }) => severity ? `[${severity}:${text}]` : text).join('')
}

for (const [name, text, diagnostics, expected] of [
  ['nothing marked', 'one\ntwo', [], ['one', 'two']],
  ['a span', 'port: eighty', [at(1, 7, 1, 13)], ['port: [error:eighty]']],
  ['ends of lines of all kinds', 'a\r\nb\rc\n', [at(3, 1, 3, 2)], ['a', 'b', '[error:c]', '']],
  ['letters of two halves count once', '🐍🐍x', [at(1, 3, 1, 4)], ['🐍🐍[error:x]']],
  ['the gravest marks where spans overlap', 'abcd', [at(1, 1, 1, 4, 'info'), at(1, 2, 1, 3)], ['[info:a][error:b][info:c]d']],
  ['several lines, without what they are indented by', '  a:\n    b', [at(1, 3, 2, 6)], ['  [error:a:]', '    [error:b]']],
  ['an empty span has a letter', 'ab', [at(1, 2, 1, 2)], ['a[error:b]']],
  ['the end of a line has a space', 'ab', [at(1, 3, 1, 3)], ['ab[error: ]']],
  ['a place behind the end of the file', 'ab', [at(9, 1, 9, 1)], ['ab']],
  ['what nobody sees', 'a\u202eb', [at(1, 2, 1, 3)], ['a[error:\\u202e]b']]
]) {
  test(name, () => assert.deepEqual(markedLines(linesOf(text), diagnostics).map(written), expected))
}

test('a line knows what begins in it', () => {
  const here = at(2, 1, 3, 1)
  assert.deepEqual(markedLines(['a', 'b', 'c'], [here]).map(({ starting }) => starting), [[], [here], []])
})

test('of a very long file what is near marks and the line in view is shown', () => {
  const lines = Array(MOST_LINES * 3).fill('a')
  const shown = shownLines(lines, [at(5000, 1, 5000, 2)], 7000)
  const numbers = markedLines(lines, [], shown).map(({ number }) => number)
  assert.ok([1, 4950, 5050, 6950, 7050].every((number) => numbers.includes(number)))
  assert.ok(!numbers.includes(4000))
})
