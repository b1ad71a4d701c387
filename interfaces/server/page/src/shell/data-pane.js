// Data as text, YAML or JSON as the user likes, to read, copy and save.
import { download, freshId, h } from './dom.js'
import { writeJson } from './json.js'
import { secretsButton } from './secrets-button.js'
import { writeYaml } from './yaml.js'

const KEY = 'muranopl.data-format'
const WRITERS = { yaml: writeYaml, json: (data) => `${writeJson(data, 2)}\n` }
const TYPES = { yaml: 'application/yaml', json: 'application/json' }

/**
 * Return `{element, show(data, hidden)}`; `hidden` is what is shown in place of the data, until the user asks for what is secret in it.
 * `name()` gives the name of the file, without its ending; `actions` stand after Download; `onSave()` is called by that.
 */
export function dataPane ({ title, name, actions = [], onSave = () => {}, announce }) {
  let [data, hidden] = [null, null]
  let format = storedFormat()
  const id = freshId('pane')
  const text = h('pre', { class: 'data', tabindex: '0', role: 'region', 'aria-labelledby': id })
  const formats = Object.keys(WRITERS).map((each) => h('button', { type: 'button', class: 'small', onclick: () => choose(each), dataset: { format: each } }, each.toUpperCase()))
  const secrets = secretsButton(() => write())
  const note = h('p', { class: 'muted' }, 'Secrets are hidden here; copies and downloads contain them.')
  const write = () => {
    secrets.element.hidden = hidden === data
    note.hidden = hidden === data || secrets.isOpen()
    text.textContent = WRITERS[format](secrets.isOpen() ? data : hidden)
  }
  const press = () => { for (const button of formats) button.setAttribute('aria-pressed', String(button.dataset.format === format)) }
  const choose = (chosen) => {
    format = chosen
    try {
      window.localStorage.setItem(KEY, format)
    } catch { /* it holds until the page is closed */ }
    press()
    write()
  }
  const copy = h('button', {
    type: 'button',
    class: 'small',
    onclick: async () => {
      await navigator.clipboard.writeText(WRITERS[format](data))
      announce('Copied.')
      copy.textContent = 'Copied'
      window.setTimeout(() => { copy.textContent = 'Copy' }, 1500)
    }
  }, 'Copy')
  const save = () => {
    download(`${name()}.${format}`, WRITERS[format](data), TYPES[format])
    onSave()
  }
  press()
  const element = h('div', { class: 'data-pane' },
    h('div', { class: 'pane-head' },
      h('h2', { id }, title),
      h('div', { class: 'segments', role: 'group', 'aria-label': 'Notation' }, formats)),
    text, note,
    h('div', { class: 'actions' },
      secrets.element,
      window.isSecureContext && copy, // elsewhere a page has no clipboard
      h('button', { type: 'button', class: 'small', onclick: () => save() }, 'Download'),
      actions))
  return {
    element,
    show: (shown, instead = shown) => {
      [data, hidden] = [shown, instead]
      write()
    }
  }
}

function storedFormat () {
  try {
    return window.localStorage.getItem(KEY) === 'json' ? 'json' : 'yaml'
  } catch {
    return 'yaml'
  }
}
