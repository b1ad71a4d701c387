import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { byFile, closing, filtered, gravestFirst, inWords, SEVERITIES, tally } from './findings.js'

const { report, terminal } = JSON.parse(readFileSync(new URL('./terminal.json', import.meta.url)))
const all = new Set(SEVERITIES)

test('a report is summed up as on the terminal', () => {
  // The options that write fixes are those of the terminal
  const [found] = terminal.trimEnd().split('\n').at(-1).split('; --fix')
  assert.equal(closing(report), `${found}.`)
  const clean = { summary: { errors: 0, warnings: 0, infos: 0, packages: 1 } }
  assert.equal(closing(clean), 'All checks passed: 1 package.')
})

test('one that stands for others counts as many', () => {
  const found = tally([{ severity: 'info', left_out: 4 }, { severity: 'info', left_out: 0 }])
  assert.deepEqual(found, { error: 0, warning: 0, info: 5 })
  assert.equal(inWords(found), '5 infos')
})

test('filters: severity, file, and words that all have to occur', () => {
  const { diagnostics } = report
  const number = (filter) => filtered(diagnostics, { severities: all, ...filter }).length
  assert.equal(number({}), diagnostics.length)
  assert.equal(number({ severities: new Set(['warning']) }), tally(diagnostics).warning)
  assert.equal(number({ severities: new Set() }), 0)
  assert.equal(number({ text: 'mpl640 FRIST' }), 1)
  assert.equal(number({ text: 'mpl640 second' }), 0)
  assert.equal(number({ path: 'package/Classes/Letters.yaml' }) + number({ path: 'package/Classes/Lines.yaml' }), diagnostics.length)
})

test('files with errors come first', () => {
  const diagnostics = [['a', 'info'], ['b', 'warning'], ['b', 'error'], ['c', 'warning'], ['a', 'warning']].map(([source, severity]) => ({ source, severity }))
  assert.deepEqual(gravestFirst(diagnostics).map(({ source }) => source), ['b', 'b', 'a', 'c', 'a'])
})

test('diagnostics are grouped by file, in their order', () => {
  const groups = byFile(report.diagnostics)
  assert.deepEqual(groups.map(({ path }) => path), ['package/Classes/Letters.yaml', 'package/Classes/Lines.yaml'])
  assert.deepEqual(groups.flatMap(({ diagnostics }) => diagnostics), report.diagnostics)
})
