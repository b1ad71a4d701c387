import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from './prose.js'

for (const [text, marked] of [
  ['Contract of property "owner" calls "notNul"', 'Contract of property "<owner>" calls "<notNul>"'],
  ['write `Usage: In`, or nothing', 'write <Usage: In>, or nothing'],
  ['"all" of it', '"<all>" of it'],
  ['no code here', 'no code here'],
  ['write `"a" + $b`', 'write <"a" + $b>'],
  ['$index is set but never used', '<$index> is set but never used'],
  ['the contract is $.class(Network).notNull(), and new() ignores it', 'the contract is <$.class(Network).notNull()>, and <new()> ignores it'],
  ['io.murano.apps.Ralf has none; write it in UI/ui.yaml.', '<io.murano.apps.Ralf> has none; write it in <UI/ui.yaml>.'],
  ['up to MuranoPL/1.3, version 1.2.3, e.g. this one.', 'up to MuranoPL/1.3, version 1.2.3, e.g. this one.'],
  ['a lone " stays', 'a lone " stays'],
  ['an empty "" too', 'an empty "" too'],
  ['', '']
]) {
  test(`code in: ${text}`, () => assert.equal(partsOf(text).map(({ text, code }) => code ? `<${text}>` : text).join(''), marked))
}
