import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownText, writtenText } from './texts.js'

for (const [what, original, lines, expected] of [
  ['one that did not change, with its line ends', 'a\r\nb\nc\r', ['a', 'b', 'c', ''], 'a\r\nb\nc\r'],
  ['one with the ends of its first line', 'a\r\nb\n', ['a', 'c', ''], 'a\r\nc\r\n'],
  ['one that had no line end', 'a', ['a', 'b'], 'a\nb'],
  ['one with a byte order mark', '\ufeffa\n', ['b', ''], '\ufeffb\n'],
  ['an empty one', '', ['a', ''], 'a\n']
]) {
  test(`text: ${what}`, () => assert.equal(writtenText(original, lines), expected))
}

test('a byte order mark is not shown', () => assert.equal(shownText('\ufeffa'), 'a'))
