// Two models beside one another, line by line.
import { fill, h } from '../shell/dom.js'
import { secretsButton } from '../shell/secrets-button.js'
import { writeYaml } from '../shell/yaml.js'
import { visible } from '../check/visible.js'
import { numberedMask, withoutSecrets } from '../form/model.js'
import { withPlacesAsIds } from './comparable.js'
import { diffLines } from './diff.js'

/** Return how two models differ, in words and drawn; `secrets` are the places of the secrets of each. */
export function difference (models, secrets) {
  const mask = numberedMask()
  const hidden = models.map((model, at) => withoutSecrets(model, secrets[at], mask))
  const rowsOf = (each) => diffLines(...each.map((model) => writeYaml(withPlacesAsIds(model))))
  const changes = rowsOf(models).filter(({ kind }) => kind !== 'same').length
  const words = changes ? `${changes} line${changes === 1 ? ' differs' : 's differ'}` : 'Both forms make the same model'
  const place = h('div', { class: 'diff-scroll', tabindex: '0', role: 'region', 'aria-label': 'Differences' })
  const draw = () => fill(place, diffTable(rowsOf(shows.isOpen() ? models : hidden), 'Both rendered models, line by line', ['Old form', 'New form']))
  const shows = secretsButton(draw)
  const hasSecrets = models.some((model, at) => model !== hidden[at])
  const only = h('input', { type: 'checkbox', id: 'only-differences', onchange: () => place.classList.toggle('only-differences', only.checked) })
  draw()
  const shown = [
    h('div', { class: `message ${changes ? 'info' : 'good'}` }, h('h2', {}, words)),
    h('div', { class: 'panel' },
      h('p', { class: 'actions' }, only, h('label', { htmlFor: 'only-differences' }, 'Only what differs'),
        hasSecrets && shows.element,
        h('span', { class: 'muted' }, 'Ids are shown as the places of their objects', hasSecrets && '; equal secrets have the same number', '.')),
      place)
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
