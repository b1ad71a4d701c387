// Search over everything: views, and the packages, classes, files and diagnostics of the catalog and of the zip that was dropped.
import { breakable } from '../shell/breakable.js'
import { fill, h } from '../shell/dom.js'
import { oneStop } from '../shell/one-stop.js'
import { aboutUpload } from '../shell/upload.js'
import { visible } from '../check/visible.js'
import { hitsOf } from './hits.js'

const PAUSE = 150 // milliseconds without a key before the service is asked

/** Open the search; `views` are `{name: {title}}`. It closes when a hit is opened, and with Escape. */
export function openSearch (services, views) {
  if (document.querySelector('dialog[open]')) return // pressed twice
  const list = h('div', { class: 'search-hits', role: 'region', 'aria-label': 'Hits' })
  const status = h('p', { class: 'muted', role: 'status' })
  const stop = oneStop(list, 'a')
  // Of type "search", Escape would empty it before it closes the dialog
  const input = h('input', { type: 'text', role: 'searchbox', id: 'search-everything', autocomplete: 'off', spellcheck: 'false', placeholder: 'Class, package, file, diagnostic or view' })
  const dialog = h('dialog', { class: 'dialog search-dialog', 'aria-label': 'Search' },
    h('form', { method: 'dialog', role: 'search' }, h('label', { htmlFor: input.id }, 'Search everything'), input), status, list)
  let timer = null
  let calls = new AbortController()

  async function look () {
    calls.abort()
    calls = new AbortController()
    const { signal } = calls
    const text = input.value.trim()
    if (text === '') return show({}, '')
    const upload = services.handed.get('upload')
    const about = upload ? aboutUpload(services, upload).api : null
    const ask = (api, kinds, served) => api.get('search', { text, kind: kinds, served }, { signal })
    const found = {}
    const add = (answer, isUpload) => {
      if (signal.aborted) return
      for (const [kind, number] of Object.entries(answer.numbers)) {
        const { hits, all } = found[kind] ?? { hits: [], all: 0 }
        found[kind] = { hits: [...hits, ...answer[kind].map((hit) => ({ ...hit, isUpload }))], all: all + number }
      }
      show(found, text)
    }
    show(found, text)
    // Diagnostics may have to be computed first: the others do not wait for them
    const asked = [
      ask(services.api, ['packages', 'classes', 'files']).then((answer) => add(answer, false)),
      ask(services.api, ['diagnostics']).then((answer) => add(answer, false))
    ]
    if (about) asked.push(ask(about, ['classes', 'files', 'diagnostics'], true).then((answer) => add(answer, true)))
    try {
      await Promise.all(asked)
      if (!signal.aborted) say(text)
    } catch (error) {
      if (signal.aborted) return
      status.textContent = `The search failed: ${error.message}`
    }
  }

  function show (found, text) {
    const groups = hitsOf(found, text, views, services.href)
    const chosen = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null
    fill(list, groups.map(({ title, hits, more }) => h('section', {},
      h('h3', {}, title),
      h('ul', {}, hits.map(({ href, name, detail, severity }) => h('li', {}, h('a', { href, onclick: () => dialog.close() },
        severity && h('span', { class: `severity ${severity}` }, `${severity} `),
        h('span', {}, breakable(visible(name))), ' ', h('small', { class: 'muted' }, breakable(visible(detail))))))),
      more > 0 && h('p', { class: 'muted' }, `and ${more} more`))))
    status.textContent = ''
    stop.reset()
    // Hits that come later leave the keyboard where it is
    if (chosen !== null) [...list.querySelectorAll('a')].find((each) => each.getAttribute('href') === chosen)?.focus()
  }

  function say (text) {
    const number = list.querySelectorAll('a').length
    status.textContent = number ? `${number} ${number === 1 ? 'hit' : 'hits'}` : `Nothing has “${text}” in its name or text.`
  }

  const first = () => list.querySelector('a')
  input.addEventListener('input', () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(look, PAUSE)
    show({}, input.value.trim()) // views are there at once
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') first()?.focus()
    else if (event.key === 'Enter') first()?.click()
    else return
    event.preventDefault()
  })
  list.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowUp' && event.target === first()) input.focus()
  })
  dialog.addEventListener('close', () => {
    window.clearTimeout(timer)
    calls.abort()
    dialog.remove()
  })
  document.body.append(dialog)
  show({}, '')
  dialog.showModal()
  input.focus()
}
