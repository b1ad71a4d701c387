import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from './lines.js'
import { tokensByLine } from './syntax.js'

/** Return what is coloured: the text of each token with its style. */
function coloured (text) {
  const lines = linesOf(text)
  return Array.from(tokensByLine(text), ([number, tokens]) =>
    tokens.map(({ start, end, style }) => `${number} ${style} ${lines[number - 1].slice(start, end)}`)).flat()
}

test('keys, texts in quotes and comments', () => {
  assert.deepEqual(coloured('Name: "a.B" # so\nUsage: In\n'), ['1 key Name', '1 string "a.B"', '1 comment # so', '2 key Usage'])
})

for (const end of ['\n', '\r\n', '\r']) {
  test(`a text of several lines, which end in ${JSON.stringify(end)}`, () => {
    assert.deepEqual(coloured(['a: "b', '  c"', 'd: e'].join(end)).map((each) => each.trimEnd()), ['1 key a', '1 string "b', '2 string   c"', '3 key d'])
  })
}

test('what is no YAML has tokens too', () => {
  assert.ok(coloured('a: [\n\tb: }\nc: d').length > 0)
})
