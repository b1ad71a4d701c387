import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from './edits.js'

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
