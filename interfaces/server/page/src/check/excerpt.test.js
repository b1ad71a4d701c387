import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { excerpt } from './excerpt.js'
import { where } from './findings.js'
import { linesOf } from './lines.js'

// What the terminal shows of files with text of every kind; tests/interfaces/server/page/test_excerpts.py records it.
const { report, terminal } = JSON.parse(readFileSync(new URL('./terminal.json', import.meta.url)))

/** Return a place and its rows as the terminal writes them. */
function asText (place, gutter, sign, label = '') {
  const rows = excerpt(place, linesOf(report.sources[place.source]), label)
  const margin = ' '.repeat(gutter)
  const bar = (number) => `${String(number).padStart(gutter)} |`
  const written = rows.map((row) => {
    if (row.kind === 'gap') return '...'
    if (row.kind === 'line') return `${bar(row.number)} ${row.before}${row.span}${row.after}`.trimEnd()
    return `${bar('')} ${' '.repeat(row.column)}${sign.repeat(row.width)}${row.label && ` ${row.label}`}`
  })
  return [`${margin}${sign === '^' ? '-->' : ':::'} ${where({ ...place, file: place.source })}`, `${margin} |`, ...written]
}

const blocks = terminal.trimEnd().split('\n\n')
// The terminal shows errors first.
const severities = ['error', 'warning', 'info']
const diagnostics = report.diagnostics.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))

for (const [index, diagnostic] of diagnostics.entries()) {
  test(`${index} ${diagnostic.code} ${where(diagnostic)}`, () => {
    const [title, ...lines] = blocks[index].split('\n')
    const gutter = lines[0].indexOf('-->')
    const margin = `${' '.repeat(gutter)} `
    const related = diagnostic.related.flatMap((place) => [`${margin}|`, ...asText(place, gutter, '-', place.message)])
    const shown = [...asText(diagnostic, gutter, '^'), ...related]
    assert.ok(title.startsWith(`${diagnostic.severity}[${diagnostic.code}]`))
    assert.deepEqual(lines.slice(0, shown.length), shown)
  })
}

test('the closing line is the last block', () => {
  assert.equal(blocks.length, report.diagnostics.length + 1)
})

test('a place that the file does not have has no excerpt', () => {
  assert.deepEqual(excerpt({ line: 7, column: 1, end_line: 7, end_column: 2 }, ['one line']), [])
  assert.deepEqual(excerpt({ line: 1, column: 1, end_line: 1, end_column: 1 }, []), [])
})

test('of a long line the neighbourhood of the span is shown', () => {
  const line = `${'a'.repeat(5000)}here${'b'.repeat(5000)}`
  const [row, mark] = excerpt({ line: 1, column: 5001, end_line: 1, end_column: 5005 }, [line])
  assert.equal(row.span, 'here')
  assert.ok(row.before.startsWith('…') && row.after.endsWith('…'))
  assert.ok(row.before.length + row.after.length < 450)
  assert.equal(mark.width, 4)
})
