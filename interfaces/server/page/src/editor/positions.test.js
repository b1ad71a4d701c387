import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Text } from '@codemirror/state'
import { changesOf, offsetOf, positionAt, rangeOf } from './positions.js'

const DOC = Text.of(['a: 🐍🐍x', '', 'end'])

for (const [line, column, offset] of [[1, 1, 0], [1, 4, 3], [1, 5, 5], [1, 6, 7], [1, 7, 8], [2, 1, 9], [3, 4, 13]]) {
  test(`${line}:${column}`, () => {
    assert.equal(offsetOf(DOC, line, column), offset)
    assert.deepEqual(positionAt(DOC, offset), { line, column })
  })
}

for (const [line, column, offset] of [[1, 99, 8], [2, 5, 9], [9, 1, 13]]) {
  test(`${line}:${column} is not there`, () => assert.equal(offsetOf(DOC, line, column), offset))
}

const place = (line, column, endLine, endColumn) => ({ line, column, end_line: endLine, end_column: endColumn })
for (const [what, at, range] of [
  ['a span', place(1, 4, 1, 5), { from: 3, to: 5 }],
  ['several lines', place(1, 6, 3, 2), { from: 7, to: 11 }],
  ['nothing has the character after it', place(3, 1, 3, 1), { from: 10, to: 11 }],
  ['the end of a line that before it', place(3, 4, 3, 4), { from: 12, to: 13 }],
  ['an empty line nothing', place(2, 1, 2, 1), { from: 9, to: 9 }]
]) {
  test(`range: ${what}`, () => assert.deepEqual(rangeOf(DOC, at), range))
}

test('edits are changes', () => assert.deepEqual(changesOf(DOC, [{ ...place(1, 5, 1, 6), text: 'y' }]), [{ from: 5, to: 7, insert: 'y' }]))
