import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce, edited } from './edits.js'

const edit = (line, column, endLine, endColumn, text) => ({ line, column, end_line: endLine, end_column: endColumn, text })

for (const [what, text, edits, expected] of [
  ['a word', 'a: notNul()\n', [edit(1, 4, 1, 10, 'notNull')], 'a: notNull()\n'],
  ['several, whose order makes no difference', 'a b\nc', [edit(1, 1, 1, 2, 'long'), edit(2, 1, 2, 2, 'd'), edit(1, 3, 1, 4, 'e')], 'long e\nd'],
  ['an insertion, with the line ends of the file', 'a\r\nb', [edit(2, 1, 2, 1, 'x\ny\n')], 'a\r\nx\r\ny\r\nb'],
  ['lines that are taken away', 'a\nb\nc\n', [edit(2, 1, 3, 1, '')], 'a\nc\n'],
  ['characters of two halves', '🐍🐍x', [edit(1, 3, 1, 4, 'y')], '🐍🐍y'],
  ['behind a byte order mark', '\ufeffab', [edit(1, 2, 1, 3, 'c')], '\ufeffac'],
  ['at the end of a file', 'a', [edit(1, 2, 1, 2, 'b'), edit(9, 1, 9, 1, '')], 'ab']
]) {
  test(`edited: ${what}`, () => assert.equal(edited(text, edits), expected))
}

const span = (line, column, endLine, endColumn, file = 'a') => ({ file, line, column, end_line: endLine, end_column: endColumn, text: '' })
for (const [name, edits, taken] of [
  ['lines below one another', [span(1, 1, 2, 1), span(2, 1, 3, 1)], 2],
  ['the same twice', [span(1, 1, 1, 4), span(1, 1, 1, 4)], 1],
  ['one inside of another', [span(1, 1, 9, 1), span(2, 3, 2, 4)], 1],
  ['other files', [span(1, 1, 1, 4), span(1, 1, 1, 4, 'b')], 2],
  ['two insertions at a place', [span(3, 1, 3, 1), span(3, 1, 3, 1)], 1]
]) {
  test(`at once: ${name}`, () => assert.equal(atOnce(edits.map((each) => ({ edits: [each] }))).length, taken))
}
