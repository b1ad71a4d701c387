import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approximate, readJson, wholeNumber, writeJson } from './json.js'

for (const text of [
  '9007199254740993', '-9007199254740993', '[9007199254740992,9007199254740991,1]', '{"a":{"b":123456789012345678901234567890}}',
  '"9007199254740993"', '{"9007199254740993":"\\"9007199254740993"}', '["\\\\",9007199254740993]', '"whole-1-2-3-4:5"', '1', 'null', '"ü"'
]) {
  test(`read and written: ${text}`, () => assert.equal(writeJson(readJson(text)), text))
}

test('numbers that are not a whole ones stay numbers', () => {
  assert.deepEqual(readJson('[1e20, 1.2345678901234567, 12345678901234567.0, 1234567890123456]'), [1e20, 1.2345678901234567, 12345678901234567, 1234567890123456])
})

for (const text of ['9007199254740993x', '[9007199254740993,]', '09007199254740993', '-', '']) {
  test(`refused: ${text}`, () => assert.throws(() => readJson(text), SyntaxError))
}

for (const [text, value] of [['5', 5], ['+5', 5], ['-0', -0], ['9007199254740991', 9007199254740991], ['+9007199254740993', 9007199254740993n], ['-9007199254740993', -9007199254740993n]]) {
  test(`the whole number ${text}`, () => assert.equal(wholeNumber(text), value))
}

test('an indent', () => assert.equal(writeJson({ a: [9007199254740993n] }, 2), '{\n  "a": [\n    9007199254740993\n  ]\n}'))
test('an approximation', () => assert.deepEqual(approximate({ a: [9007199254740993n, null, 'x'] }), { a: [9007199254740992, null, 'x'] }))
