// A report: what it sums up to, its diagnostics by file, filtered, and the source beside them.
import { download, fill, freshId, h } from '../shell/dom.js'
import { writeJson } from '../shell/json.js'
import { explain } from './explanation.js'
import { findingElement } from './finding.js'
import { fileNames } from './file-names.js'
import { byFile, closing, counted, filtered, gravestFirst, inWords, SEVERITIES, tally } from './findings.js'
import { sourcePanel } from './source-panel.js'

/** How many diagnostics are drawn at once. */
const PAGE = 100

/** Return `{element, summary, start(), focus(), show(path, line)}`, of which `start` is called when the element can be seen; `again` checks once more: the catalog may have changed. */
export function reportView (report, origin, services, again) {
  const { sources = {} } = report
  const diagnostics = gravestFirst(report.diagnostics)
  const nameOf = fileNames(Object.keys(sources), diagnostics)
  const summary = closing(report)
  const found = tally(diagnostics)
  const gravest = SEVERITIES.find((severity) => found[severity])
  const list = h('div', { class: 'check-findings' })
  const count = h('p', { class: 'muted', role: 'status' })
  const panel = sourcePanel(sources, diagnostics, nameOf, (diagnostic) => reveal(diagnostic))
  const elements = new Map()
  let room = PAGE

  const chosen = { severities: new Set(SEVERITIES), text: '', path: '' }
  const actions = {
    explain: (code) => explain(code, services),
    open: (place) => panel.show(place.source, place.line, { focus: true }),
    linesOf: panel.linesOf
  }

  function draw () {
    const through = filtered(diagnostics, chosen)
    elements.clear()
    const groups = byFile(through.slice(0, room)).map(({ path, diagnostics: members, found: here }) =>
      h('section', { class: 'finding-group' },
        h('h3', {}, h('span', { class: 'path' }, path ? nameOf(path) : 'No file'), ' ', h('small', { class: 'muted' }, inWords(here))),
        h('ul', {}, members.map((each) => {
          const element = findingElement(each, actions)
          elements.set(each, element)
          return element
        }))))
    const rest = through.length - room
    fill(list, groups, rest > 0 && h('button', { type: 'button', onclick: () => more() }, `Show ${Math.min(rest, PAGE)} more`))
    count.textContent = through.length === diagnostics.length
      ? `${counted(diagnostics.length, 'diagnostic')}, all shown`
      : `${through.length} of ${counted(diagnostics.length, 'diagnostic')}`
    if (!diagnostics.length) count.textContent = 'Nothing to report.'
  }

  function more () {
    const first = room
    room += PAGE
    draw()
    const next = [...elements.values()][first]
    next?.focus()
  }

  function reveal (diagnostic) {
    if (!elements.has(diagnostic)) return
    const element = elements.get(diagnostic)
    element.scrollIntoView({ block: 'nearest' })
    element.focus()
  }

  function change (part) {
    Object.assign(chosen, part)
    room = PAGE
    draw()
  }

  draw()

  const heading = h('h2', { tabindex: '-1' }, origin.title)
  const element = h('section', { class: 'check-report', 'aria-label': `Report of ${origin.title}` },
    h('div', { class: 'check-summary' },
      heading,
      h('p', { class: `message ${gravest ?? 'good'}`, dataset: { summary: '' } }, summary),
      h('p', { class: 'actions' },
        h('button', { type: 'button', onclick: again }, 'Check again'),
        h('button', { type: 'button', onclick: () => saveJson() }, 'Download JSON'),
        h('button', { type: 'button', onclick: () => saveSarif() }, 'Download SARIF'),
        h('a', { class: 'button', href: services.href('graph', origin.graph.parts, origin.graph.query) }, 'Classes'))),
    diagnostics.length > 0 && filters(diagnostics, found, nameOf, change),
    h('div', { class: 'check-columns' },
      h('section', { 'aria-label': 'Diagnostics' }, count, list),
      panel.element))

  function saveJson () {
    const { diagnostics, summary } = report // in their own order
    download(fileName(origin, 'json'), writeJson({ diagnostics, summary }, 2), 'application/json')
  }

  async function saveSarif () {
    try {
      download(fileName(origin, 'sarif'), await origin.sarif(services.api), 'application/sarif+json')
    } catch (error) {
      services.showError(error)
    }
  }

  function start () {
    const shown = diagnostics.filter((each) => panel.has(each.source))
    const first = shown.find(({ source, severity }) => source === shown[0].source && severity === gravest) ?? shown[0]
    if (first) panel.show(first.source, first.line)
    else panel.showFirst()
  }

  return { element, summary, start, focus: () => heading.focus({ preventScroll: true }), show: (path, line) => panel.show(path, line, { focus: true }) }
}

function fileName (origin, ending) {
  return `${origin.title.replace(/\.zip$/i, '').replace(/[^\w.-]+/g, '-')}-report.${ending}`
}

function filters (diagnostics, found, nameOf, change) {
  const [search, file] = [freshId('search'), freshId('file')]
  const boxes = SEVERITIES.map((severity) => [severity, h('input', { type: 'checkbox', checked: true, id: freshId(severity) })])
  const severities = () => new Set(boxes.filter(([, box]) => box.checked).map(([severity]) => severity))
  for (const [, box] of boxes) box.addEventListener('change', () => change({ severities: severities() }))
  return h('div', { class: 'check-filters', role: 'search', 'aria-label': 'Diagnostics' },
    h('fieldset', { class: 'severities' },
      h('legend', { class: 'for-screen-readers' }, 'Severity'),
      boxes.map(([severity, box]) => h('span', { class: 'choice' }, box,
        h('label', { htmlFor: box.id, class: `severity ${severity}` }, counted(found[severity], severity))))),
    h('div', {},
      h('label', { htmlFor: search, class: 'for-screen-readers' }, 'Search diagnostics'),
      h('input', { id: search, type: 'search', placeholder: 'Message, code, file …', oninput: (event) => change({ text: event.target.value }) })),
    h('div', {},
      h('label', { htmlFor: file, class: 'for-screen-readers' }, 'File'),
      h('select', { id: file, onchange: (event) => change({ path: event.target.value }) },
        h('option', { value: '' }, 'All files'),
        [...new Set(diagnostics.map((each) => each.source))].filter(Boolean).map((path) => h('option', { value: path }, nameOf(path))))))
}
