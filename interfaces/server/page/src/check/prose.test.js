import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from './prose.js'

for (const [text, marked] of [
  ['Contract of property "owner" calls "notNul"', 'Contract of property "<owner>" calls "<notNul>"'],
  ['write `Usage: In`, or nothing', 'write <Usage: In>, or nothing'],
  ['"all" of it', '"<all>" of it'],
  ['no code here', 'no code here'],
  ['a lone " stays', 'a lone " stays'],
  ['an empty "" too', 'an empty "" too'],
  ['', '']
]) {
  test(`code in: ${text}`, () => assert.equal(partsOf(text).map(({ text, code }) => code ? `<${text}>` : text).join(''), marked))
}
