import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeJson } from './json.js'
import { readYaml, writeYaml } from './yaml.js'

for (const [text, value] of [
  ['{"a": [1, null, "x"]}', { a: [1, null, 'x'] }],
  ['a: yes\nb: "yes"', { a: true, b: 'yes' }],
  ['a: 9007199254740993\nb: [-9007199254740993, 5, 0x10]\nc: 1.5', { a: 9007199254740993n, b: [-9007199254740993n, 5, 16], c: 1.5 }],
  ["'?': {type: a.B}\nd: 2020-01-01", { '?': { type: 'a.B' }, d: '2020-01-01' }],
  ['base: &b {x: 1}\nother:\n  <<: *b', { base: { x: 1 }, other: { x: 1 } }]
]) {
  test(`read ${text}`, () => assert.deepEqual(readYaml(text), value))
}

for (const value of [9007199254740993n, { a: [-9007199254740993n] }, 'yes', 'on', '012', '1e3', 'null', '~', '2020-01-01', '', ' a', 'a: b', '=', '1:20', { '?': { type: 'a.B/1.0.0@p' } }, [[]], {}, 'line\nline']) {
  test(`written and read: ${writeJson(value)}`, () => assert.deepEqual(readYaml(writeYaml(value)), value))
}

for (const text of ['a: [', 'a: 1\na: 2', '\t- a']) {
  test(`refused: ${JSON.stringify(text)}`, () => assert.throws(() => readYaml(text), /line/))
}
