// A file beside the diagnostics: its lines with numbers, what is marked, and below a line what is said of it.
import { fill, freshId, h } from '../shell/dom.js'
import { linesOf } from './lines.js'
import { markedLines, shownLines } from './marks.js'
import { tokensByLine } from './syntax.js'
import { prose } from './prose.js'
import { visible } from './visible.js'

const NONE = []

/**
 * Return `{element, show(path, line), first(), has(path), linesOf(path)}`; `nameOf(path)` is what a file is called. A click on a
 * remark calls `select(diagnostic)`, the choice of a file `open(path)`.
 */
export function sourcePanel (sources, diagnostics, nameOf, { select, open }) {
  const lines = new Map()
  const ids = { chosen: freshId('file'), title: freshId('source') }
  const order = new Intl.Collator('en', { numeric: true })
  const paths = Object.keys(sources).sort((one, other) => order.compare(nameOf(one), nameOf(other)))
  const picker = h('select', { id: ids.chosen, onchange: () => open(picker.value) },
    paths.map((path) => h('option', { value: path }, optionText(path))))
  const body = h('div', { class: 'source-lines', tabindex: '0', role: 'region', 'aria-labelledby': ids.title })
  const title = h('h3', { id: ids.title, class: 'for-screen-readers' }, 'Source')
  const element = h('section', { class: 'check-source panel', hidden: !paths.length }, title,
    h('p', { class: 'source-file' }, h('label', { htmlFor: ids.chosen }, 'File'), picker), body)
  let drawn = null // what is drawn: the path and the lines of it

  function optionText (path) {
    const number = diagnostics.filter((each) => each.source === path).length
    const name = visible(nameOf(path))
    return number ? `${name} (${number})` : name
  }

  function has (path) {
    return Object.hasOwn(sources, path ?? '')
  }

  function linesOfPath (path) {
    if (!has(path)) return NONE
    if (!lines.has(path)) lines.set(path, linesOf(sources[path]))
    return lines.get(path)
  }

  function show (path, line, { focus = false } = {}) {
    if (!has(path)) return
    draw(path, line)
    picker.value = path
    for (const row of body.querySelectorAll('.current')) row.classList.remove('current')
    const row = body.querySelector(`[data-line="${Number(line)}"]`)
    row?.classList.add('current')
    // Only the file is scrolled, not the page: the diagnostics stay where they are.
    body.scrollTop = row ? row.offsetTop - body.clientHeight / 3 : 0
    const mark = row?.querySelector('mark')
    const end = mark ? mark.offsetLeft + mark.offsetWidth : 0
    body.scrollLeft = end > body.clientWidth ? Math.min(mark.offsetLeft - body.clientWidth / 3, end + 16 - body.clientWidth) : 0
    if (focus) {
      body.focus({ preventScroll: true })
      element.scrollIntoView({ block: 'nearest' })
    }
  }

  function draw (path, line) {
    const all = linesOfPath(path)
    if (drawn?.path === path && drawn.shown(line)) return
    const here = diagnostics.filter((each) => each.source === path)
    const shown = shownLines(all, here, line)
    drawn = { path, shown }
    title.textContent = `Source of ${nameOf(path)}`
    let last = 0
    fill(body, markedLines(all, here, shown, tokensByLine(sources[path])).map((each) => {
      const gap = each.number > last + 1
      last = each.number
      return [gap && h('p', { class: 'gap muted' }, '…'), lineElement(each, select)]
    }), last < all.length && h('p', { class: 'gap muted' }, '…'))
  }

  return { element, show, first: () => paths[0], has, linesOf: linesOfPath }
}

function lineElement ({ number, parts, starting }, select) {
  return [
    h('div', { class: 'line', dataset: { line: number } },
      h('span', { class: 'number' }, String(number)),
      h('code', {}, parts.map(partElement))),
    starting.map((each) => h('button', { type: 'button', class: `annotation ${each.severity}`, onclick: () => select(each) },
      h('span', { class: `severity ${each.severity}` }, `${each.severity} ${each.code}`), ' ', prose(visible(each.message))))
  ]
}

function partElement ({ text, severity, style }) {
  const content = style ? h('span', { class: `token ${style}` }, text) : text
  return severity ? h('mark', { class: severity }, content) : content
}
