// Two models beside one another, line by line.
import { h } from '../shell/dom.js'
import { writeYaml } from '../shell/yaml.js'
import { visible } from '../check/visible.js'
import { withPlacesAsIds } from './comparable.js'
import { diffLines } from './diff.js'

/** Return how two models differ, in words and drawn. */
export function difference (old, new_) {
  const rows = diffLines(...[old, new_].map((model) => writeYaml(withPlacesAsIds(model))))
  const changes = rows.filter(({ kind }) => kind !== 'same').length
  const words = changes ? `${changes} line${changes === 1 ? ' differs' : 's differ'}` : 'Both forms make the same model'
  const table = diffTable(rows, 'Both rendered models, line by line', ['Old form', 'New form'])
  const only = h('input', { type: 'checkbox', id: 'only-differences', onchange: () => table.classList.toggle('only-differences', only.checked) })
  const shown = [
    h('div', { class: `message ${changes ? 'info' : 'good'}` }, h('h2', {}, words)),
    h('div', { class: 'panel' },
      h('p', { class: 'actions' }, only, h('label', { htmlFor: 'only-differences' }, 'Only what differs'),
        h('span', { class: 'muted' }, 'Ids are shown as the places of their objects.')),
      h('div', { class: 'diff-scroll', tabindex: '0', role: 'region', 'aria-label': 'Differences' }, table))
  ]
  return { words, shown }
}

/** Return rows of a difference as a table; `titles` are those of both sides. */
export function diffTable (rows, caption, titles) {
  return h('table', { class: 'diff' },
    h('caption', { class: 'for-screen-readers' }, caption),
    h('thead', {}, h('tr', {}, titles.map((title) => h('th', { scope: 'col' }, title)))),
    h('tbody', {}, rows.map(({ kind, left, right }) => h('tr', { class: kind }, kind === 'gap'
      ? h('td', { colspan: 2 }, '…')
      : [cell(left, kind === 'same' ? null : `only in ${titles[0]}, or different: `, '−'), cell(right, kind === 'same' ? null : `only in ${titles[1]}, or different: `, '+')]))))
}

function cell (line, words, sign) {
  if (line === null) return h('td', { class: 'absent' })
  return h('td', {}, words && h('span', { class: 'sign' }, h('span', { 'aria-hidden': 'true' }, sign), h('span', { class: 'for-screen-readers' }, words)), h('code', {}, visible(line)))
}
