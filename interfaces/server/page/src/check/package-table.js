// The packages of the catalog, those with the most errors first.
import { breakable } from '../shell/breakable.js'
import { fill, freshId, h } from '../shell/dom.js'
import { logoOf } from '../shell/logo.js'
import { SEVERITIES } from './findings.js'
import { visible } from './visible.js'

/** How many packages are shown at once. */
const PAGE = 200
/** So many packages are looked through without a search. */
const FEW = 12

const COUNTS = { error: 'errors', warning: 'warnings', info: 'infos' }

/** Return packages in the order of the table: by errors, then warnings, then names. */
export function inOrder (packages) {
  const order = new Intl.Collator('en', { numeric: true })
  const number = (each, severity) => each[COUNTS[severity]] ?? 0
  return [...packages].sort((one, other) =>
    number(other, 'error') - number(one, 'error') || number(other, 'warning') - number(one, 'warning') ||
    order.compare(one.name, other.name) || order.compare(one.version, other.version))
}

/**
 * Return `{element, show(text), again()}`, the table, of which `show` leaves the packages whose names have all words of a text;
 * `search(text)` is called when the user looks for some. The names are there at once; what was found in packages comes when they
 * are checked, which `again` repeats if it failed.
 */
export function packageTable (listed, services, search) {
  const rows = h('tbody')
  const more = h('p', {})
  const count = h('p', { class: 'muted', role: 'status' })
  const id = freshId('search')
  const words = h('input', {
    id,
    type: 'search',
    placeholder: 'Name of a package',
    oninput: () => search(words.value)
  })
  const searching = h('div', { hidden: listed.length <= FEW }, h('label', { htmlFor: id, class: 'for-screen-readers' }, 'Search packages'), words)
  const logos = new Map()
  let [packages, text, room, checked] = [listed, '', PAGE, false]

  function draw () {
    const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
    const found = inOrder(packages).filter((each) => wanted.every((word) => `${each.name} ${each.title ?? ''}`.toLowerCase().includes(word)))
    fill(rows, found.slice(0, room).map(row))
    fill(more, found.length > room && h('button', {
      type: 'button',
      onclick: () => {
        room += PAGE
        draw()
      }
    }, 'Show more packages'))
    const faulty = packages.filter(({ errors }) => errors > 0).length
    count.textContent = [
      found.length === packages.length ? `${packages.length} packages` : `${found.length} of ${packages.length} packages`,
      checked ? `${faulty || 'none'} with errors` : 'being checked …'
    ].join(', ')
  }

  function row (each) {
    const { name, version, title } = each
    return h('tr', {},
      h('th', { scope: 'row' }, h('span', { class: 'package-name' },
        logoFor(each),
        h('span', {},
          h('a', { href: services.href('check', [name], { version }) }, breakable(visible(name))),
          title && title !== name && h('small', { class: 'muted' }, ` ${visible(title)}`)))),
      h('td', {}, visible(version)),
      SEVERITIES.map((severity) => {
        const number = each[COUNTS[severity]] ?? null
        return h('td', { class: number ? `number severity ${severity}` : 'number muted', dataset: { of: number === 1 ? severity : COUNTS[severity] } }, number === null ? '…' : String(number))
      }))
  }

  /** The logo of a package is asked for once, however often the rows are drawn. */
  function logoFor (each) {
    const key = `${each.name} ${each.version}`
    if (!logos.has(key)) logos.set(key, logoOf(services.api, each, each.title ?? each.name))
    return logos.get(key)
  }

  async function check () {
    if (checked) return
    try {
      const answer = await services.api.get('packages')
      packages = answer.packages.filter(({ served }) => served)
      checked = true
      draw()
    } catch (error) {
      count.textContent = `${packages.length} packages, which could not be checked`
      services.showError(error)
    }
  }

  function show (wanted) {
    if (words.value !== wanted) words.value = wanted
    if (text === wanted) return
    [text, room] = [wanted, PAGE]
    if (text) searching.hidden = false
    draw()
  }

  draw()
  check()
  const element = h('section', { class: 'package-table panel', 'aria-label': 'Packages of the catalog', hidden: !listed.length },
    h('div', { class: 'package-table-head' },
      h('h2', {}, 'Packages of the catalog'), count,
      searching),
    h('div', { class: 'package-rows', tabindex: '0', role: 'region', 'aria-label': 'Table of packages' },
      h('table', {},
        h('thead', {}, h('tr', {}, ['Package', 'Version', 'Errors', 'Warnings', 'Infos'].map((title, index) =>
          h('th', { scope: 'col', class: index > 1 && 'number' }, title)))),
        rows)),
    more)
  return { element, show, again: check }
}
