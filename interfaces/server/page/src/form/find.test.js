import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitting, meant } from './find.js'

const of = (name, more = {}) => ({ name, version: '1.0.0', package: name.slice(0, name.lastIndexOf('.')), title: null, ...more })
const CLASSES = [
  of('a.WordPress'), of('a.WordPressHelper'), of('b.WordPress', { is_base: true }), of('c.Apache'), { ...of('c.Apache'), version: '2.0.0' },
  of('c.ApacheBase', { is_base: true }), of('d.Shop', { title: 'Corner shop' }), of('d.Store'), of('e.MyStore')
]

for (const [text, expected] of [
  ['a.WordPress', 'a.WordPress'],
  ['wordpress', 'a.WordPress'], // the other one is a base class
  ['apache', 'c.Apache'],
  ['apa', 'c.Apache'],
  ['corner SHOP', 'd.Shop'],
  ['corner', 'd.Shop'],
  ['sto', 'd.Store'],
  ['tor', null], // two
  ['ApacheBase', 'c.ApacheBase'],
  ['che', 'c.Apache'],
  ['nothing', null],
  [' ', null]
]) {
  test(`meant by ${JSON.stringify(text)}`, () => assert.equal(meant(CLASSES, text), expected))
}

test('an application is meant rather than another class', () => assert.equal(meant(CLASSES, 'tor', ({ name }) => name === 'e.MyStore'), 'e.MyStore'))
test('all words have to fit', () => assert.deepEqual(fitting(CLASSES, 'shop d').map(({ name }) => name), ['d.Shop']))
