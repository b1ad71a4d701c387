// One diagnostic, as the terminal shows it: title, place, excerpt with caret, related places, remarks.
import { breakable } from '../shell/breakable.js'
import { h } from '../shell/dom.js'
import { excerpt } from './excerpt.js'
import { prose } from './prose.js'
import { visible } from './visible.js'

/** So much of a line is shown beside a mark, in pixels. */
const LEAD = 32
/** Files that may have comments. */
export const COMMENTED = /\.(ya?ml|template)$/

/**
 * Return the element of a diagnostic. `actions`: `explain(code)`, `open(place)`, `nameOf(path)`, and `linesOf(path)`, which
 * gives the lines of a file, or none where they are not known; and `apply(fix, button)` and `suppress(diagnostic, button)` where the file can be edited.
 */
export function findingElement (diagnostic, actions) {
  const { severity, code, name, message, related, left_out: leftOut } = diagnostic
  return h('li', { class: `finding ${severity}`, tabindex: '-1', dataset: { code } },
    h('h4', {},
      h('span', { class: `severity ${severity}` }, severity), ' ',
      h('button', { type: 'button', class: 'link', title: `What ${code} means`, onclick: () => actions.explain(code) }, code), ' ',
      h('span', { class: 'muted' }, `${name}: `),
      h('span', { class: 'as-written' }, prose(visible(message)))),
    placeElement(diagnostic, severity, '^', '', actions),
    related.map((place) => h('div', { class: 'related' },
      placeElement(place, 'related', '-', place.message, actions))),
    remarks(diagnostic),
    actions.apply && fixButtons(diagnostic, actions),
    leftOut > 1 && h('p', { class: 'muted' }, `Represents ${leftOut} diagnostics of this kind in this file.`))
}

/**
 * Return a place with its lines; without `actions.open` it is not a link. A long line scrolls, by keyboard too: the button is inside of
 * what scrolls, and what has no button takes the focus itself.
 */
export function placeElement (place, style, sign, label, actions) {
  const rows = excerpt(place, actions.linesOf(place.source), label)
  const known = actions.linesOf(place.source).length > 0
  const name = place.source ? actions.nameOf(place.source) : place.file ?? ''
  const text = known ? `${name}:${place.line}:${place.column}` : name
  const opens = known && actions.open
  const focus = opens ? {} : { tabindex: '0', role: 'group', 'aria-label': visible(text) }
  return h('div', { class: `excerpt ${style}`, ...focus }, h('div', {},
    opens
      ? h('button', { type: 'button', class: 'link path', onclick: () => actions.open(place) }, breakable(visible(text)))
      : h('span', { class: 'path' }, breakable(visible(text))),
    !rows.length && label && h('span', {}, ' ', prose(visible(label))),
    rows.length > 0 && h('pre', {}, rowsElement(rows, sign))))
}

/** Scroll excerpts that are wider than their room to what they mark. */
export function showMarks (element) {
  const wide = [...element.querySelectorAll('.excerpt')].filter((each) => each.scrollWidth > each.clientWidth)
  const moves = wide.map((each) => {
    const mark = each.querySelector('.caret > span')
    if (!mark) return 0
    const start = mark.getBoundingClientRect().left - each.getBoundingClientRect().left + each.scrollLeft
    return Math.min(start - LEAD - each.querySelector('.frame').offsetWidth, start + mark.offsetWidth + LEAD - each.clientWidth)
  })
  // All are measured before the first one moves, which makes the browser measure once.
  for (const [index, each] of wide.entries()) each.scrollLeft = moves[index]
}

function rowsElement (rows, sign) {
  const numbers = rows.filter((row) => row.kind === 'line').map((row) => row.number)
  const gutter = String(Math.max(...numbers)).length
  return rows.map((row) => {
    if (row.kind === 'gap') return h('span', { class: 'frame' }, '...\n')
    const number = row.kind === 'line' ? String(row.number) : ''
    const bar = h('span', { class: 'frame', 'aria-hidden': row.kind === 'mark' && 'true' }, `${number.padStart(gutter)} | `)
    if (row.kind === 'line') return [bar, row.before, row.span && h('mark', {}, row.span), `${row.after}\n`]
    return [bar, pad(row.pad), h('span', { class: 'caret' },
      h('span', { 'aria-hidden': 'true' }, sign.repeat(row.width)), row.label && ` ${row.label}`), '\n']
  })
}

/** What stands before a mark: as wide as the text above, whatever letters that has. */
function pad (text) {
  const blank = text.replace(/[\x20-\x7e]/g, ' ')
  return /^ *$/.test(blank) ? blank : h('span', { class: 'unseen', 'aria-hidden': 'true' }, text)
}

function remarks ({ contract, notes, suggestion }) {
  const rows = [
    ...(contract ? [['contract', h('code', {}, written(contract))]] : []),
    ...notes.map((note) => ['note', prose(written(note))]),
    ...(suggestion ? [['help', remark(suggestion)]] : [])
  ]
  return rows.length > 0 && h('dl', { class: 'remarks' },
    rows.map(([kind, text]) => [h('dt', {}, kind), h('dd', { class: 'as-written' }, text)]))
}

function fixButtons (diagnostic, { apply, suppress }) {
  const { fixes = [] } = diagnostic
  const button = (kind, action, ...text) => h('button', { type: 'button', class: `small ${kind}`, onclick: (event) => action(event.currentTarget) }, text)
  return h('p', { class: 'actions' },
    fixes.map((fix) => button('fix', (pressed) => apply(fix, pressed),
      h('span', {}, 'Apply: ', prose(visible(fix.title))), fix.applicability === 'unsafe' && h('small', { class: 'muted' }, 'may change the meaning'))),
    COMMENTED.test(diagnostic.source) && button('link', (pressed) => suppress(diagnostic, pressed), 'Suppress here'))
}

/** Return a remark as nodes; of one in several lines, all but the first are code to be written. */
function remark (text) {
  const [first, ...rest] = text.split(/\r?\n/)
  return [prose(visible(first)), rest.length > 0 && h('pre', {}, h('code', {}, written(rest.join('\n'))))]
}

/** Contracts and notes may have several lines. */
function written (text) {
  return text.split(/\r?\n/).map(visible).join('\n')
}
