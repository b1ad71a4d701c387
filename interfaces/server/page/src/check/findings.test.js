import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { closing, filtered, grouped, inWords, SEVERITIES, tally } from './findings.js'

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

test('groups with errors come first, and errors first in them', () => {
  const diagnostics = [['a', 'info'], ['b', 'warning'], ['b', 'error'], ['c', 'warning'], ['a', 'warning']].map(([source, severity]) => ({ source, severity }))
  const groups = grouped(diagnostics, 'file').map(({ key, diagnostics }) => [key, ...diagnostics.map(({ severity }) => severity)])
  assert.deepEqual(groups, [['b', 'error', 'warning'], ['a', 'warning', 'info'], ['c', 'warning']])
})

for (const [by, keys] of [
  ['file', ['package/Classes/Letters.yaml', 'package/Classes/Lines.yaml']],
  ['package', ['example.excerpts']]
]) {
  test(`diagnostics are grouped by ${by}`, () => {
    const groups = grouped(report.diagnostics, by)
    assert.deepEqual(groups.map(({ key }) => key), keys)
    assert.equal(groups.flatMap(({ diagnostics }) => diagnostics).length, report.diagnostics.length)
  })
}

test('diagnostics are grouped by code', () => {
  for (const { key, diagnostics } of grouped(report.diagnostics, 'code')) {
    assert.ok(diagnostics.every(({ code }) => code === key))
  }
})
