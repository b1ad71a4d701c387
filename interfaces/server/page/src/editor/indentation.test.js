import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indentationAfter } from './indentation.js'

for (const [line, indentation] of [
  ['Methods:', 2],
  ['  hello:', 4],
  ['    - visitor:', 8],
  ['  a: # what it is', 4],
  ['  a: 1', 2],
  ['      - Return: $.x()', 6],
  ["  'a: b'", 2],
  ['', 0]
]) {
  test(`after ${line}`, () => assert.equal(indentationAfter(line), indentation))
}
