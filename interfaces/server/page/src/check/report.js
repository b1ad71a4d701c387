// A report: what it sums up to, its diagnostics in groups, filtered, and the source beside them. What is shown is said by the
// address (state.js): controls change the address, and the address what is shown.
import { breakable } from '../shell/breakable.js'
import { download, fill, freshId, h } from '../shell/dom.js'
import { writeJson } from '../shell/json.js'
import { whileBusy } from '../shell/busy.js'
import { explanation } from './explanation.js'
import { findingElement, showMarks } from './finding.js'
import { fileNames, packageFolder } from './file-names.js'
import { closing, counted, filtered, grouped, inWords, SEVERITIES, tally } from './findings.js'
import { atOnce } from './edits.js'
import { isMended, mend } from './mending.js'
import { sourcePanel } from './source-panel.js'
import { groupings, placeOf, severityParameter, stateOf } from './state.js'
import { visible } from './visible.js'

/** How many diagnostics are drawn at once. */
const PAGE = 100

/**
 * Return `{element, summary, nameOf(file), apply(query), step(way), focus()}`, of which `nameOf` returns what addresses call a file,
 * `apply` shows what the parameters of an address say, and
 * `step` goes to the next diagnostic (1) or the one before (-1). `again()` checks once more: the catalog may have changed.
 * `go(changed, {replace})` goes to the address with other parameters, `take(file)` to the report of another zip. `extras` stand between the summary and the diagnostics.
 */
export function reportView (report, origin, services, { again, go, take, extras = [] }) {
  const { sources = {}, diagnostics } = report
  const paths = Object.keys(sources)
  const nameOf = fileNames(paths, diagnostics, origin.isOnePackage ? packageFolder(paths) : '')
  const known = new Map([...paths, ...diagnostics.map((each) => each.source)].filter(Boolean).map((path) => [nameOf(path), path]))
  const summary = closing(report)
  const found = tally(diagnostics)
  const gravest = SEVERITIES.find((severity) => found[severity])
  const list = h('div', { class: 'check-findings' })
  const count = h('p', { class: 'muted', role: 'status' })
  const complaints = h('div', { role: 'status' })
  const select = (diagnostic) => go(placeOf(diagnostic, diagnostic.source ? nameOf(diagnostic.source) : undefined))
  const openPlace = (source, line) => go({ ...placeOf({ line }, nameOf(source)) })
  const panel = sourcePanel(sources, diagnostics, nameOf, { select, open: (path) => openPlace(path) })
  const explained = explanation(services, { closed: () => go({ explain: undefined }, { replace: true }) })
  const actions = {
    explain: (code) => {
      explained.willOpen()
      go({ explain: code })
    },
    open: (place) => openPlace(place.source, place.line),
    nameOf,
    linesOf: panel.linesOf,
    apply: origin.file && ((fix, button) => whileBusy(button, () => mendWith(fix)))
  }
  const elements = new Map()
  let state = null
  let ordered = [] // the diagnostics that are let through, as they are listed
  let room = PAGE
  let drawn = null // the filters and the grouping of what is drawn
  let placed = null // the place that was gone to last

  /** Show what the parameters of an address say. */
  function apply (query) {
    state = stateOf(query, !origin.isOnePackage)
    const said = [...state.complaints]
    const within = state.within && pathOf(state.within)
    if (within === null) said.push(`This report has no file “${visible(state.within)}”.`)
    const filter = { severities: state.severities, text: state.text, path: within ?? '' }
    controls?.show(state, within ?? '')
    const key = JSON.stringify([query.severity, state.text, within, state.group])
    if (key !== drawn) {
      drawn = key
      room = PAGE
      const groups = grouped(filtered(diagnostics, filter), state.group)
      ordered = groups.flatMap((group) => group.diagnostics)
      draw()
    }
    said.push(...goTo())
    explained.show(state.explain)
    fill(complaints, said.map((text) => h('p', { class: 'message warning' }, text)))
  }

  /** Show the place of the address; return what is wrong with it. */
  function goTo () {
    const { file, line, column, code } = state
    const key = JSON.stringify([file, line, column, code])
    if (key === placed && (file || code)) return complaintsAbout(file, line, code)
    const first = placed === null
    placed = key
    const path = file && pathOf(file)
    if (!path && (first || !code)) {
      const shown = ordered.find((each) => panel.has(each.source))
      panel.show(shown?.source ?? panel.first(), shown?.line ?? 1)
    }
    const diagnostic = code && aimedAt(path, line, column, code)
    if (!path && diagnostic) panel.show(diagnostic.source, diagnostic.line)
    if (path) panel.show(path, line ?? diagnostic?.line ?? 1, { focus: !diagnostic })
    if (diagnostic) reveal(diagnostic)
    return complaintsAbout(file, line, code)
  }

  function complaintsAbout (file, line, code) {
    const path = file && pathOf(file)
    if (file && path === null) return [`This report has no file “${visible(file)}”.`]
    const said = []
    const length = path ? panel.linesOf(path).length : 0
    if (length && line > length) said.push(`${visible(file)} has ${counted(length, 'line')}: there is no line ${line}.`)
    if (code && !aimedAt(path, line, null, code)) said.push(`${visible(code)} is not reported ${file ? 'there' : 'here'}: it may be mended by now.`)
    return said
  }

  /** Return the path of a file by its name in addresses, or by that in the answers of the service; null for an unknown one. */
  function pathOf (name) {
    return known.get(name) ?? (panel.has(name) ? name : null)
  }

  function aimedAt (path, line, column, code) {
    const here = (list) => list.filter((each) => each.code === code && (!path || each.source === path) && (!line || each.line === line))
    const fitting = [...here(ordered), ...here(diagnostics)]
    return fitting.find((each) => each.column === column) ?? fitting[0]
  }

  function draw () {
    elements.clear()
    const shown = new Set(ordered.slice(0, room))
    const groups = grouped(ordered, state.group).map((group) => ({ ...group, diagnostics: group.diagnostics.filter((each) => shown.has(each)) }))
    const rest = ordered.length - room
    fill(list, groups.filter((group) => group.diagnostics.length).map(groupElement),
      rest > 0 && h('button', { type: 'button', onclick: () => more() }, `Show ${Math.min(rest, PAGE)} more`))
    elements.get(currentOne())?.classList.add('current')
    showMarks(list)
    count.textContent = ordered.length === diagnostics.length
      ? `${counted(diagnostics.length, 'diagnostic')}, all shown`
      : `${ordered.length} of ${counted(diagnostics.length, 'diagnostic')}`
    if (!diagnostics.length) count.textContent = 'Nothing to report.'
  }

  function groupElement ({ key, diagnostics: members, found: here }) {
    const items = (some) => h('ul', {}, some.map((each) => {
      const element = findingElement(each, actions)
      elements.set(each, element)
      return element
    }))
    const grave = members.filter(({ severity }) => severity !== 'info')
    const infos = members.filter(({ severity }) => severity === 'info')
    // Who asked for infos only gets to see them.
    const open = state.severities.size === 1 || state.text !== ''
    return h('section', { class: 'finding-group' },
      h('h3', {}, h('span', { class: 'path' }, breakable(titleOf(key, members[0]))), ' ', h('small', { class: 'muted' }, inWords(here))),
      grave.length > 0 && items(grave),
      infos.length > 0 && h('details', { class: 'infos', open, ontoggle: (event) => showMarks(event.target) }, h('summary', {}, counted(infos.length, 'info')), items(infos)))
  }

  function titleOf (key, { name }) {
    if (state.group === 'code') return `${key} ${name}`
    if (state.group === 'package') return visible(key || 'No package')
    return key ? visible(nameOf(key)) : 'No file'
  }

  function more () {
    const first = room
    room += PAGE
    draw()
    reveal(ordered[first])
  }

  /** Give a diagnostic the keyboard, also one that is folded, or not drawn yet. */
  function reveal (diagnostic) {
    const index = ordered.indexOf(diagnostic)
    if (index >= room) {
      room = Math.ceil((index + 1) / PAGE) * PAGE
      draw()
    }
    const element = elements.get(diagnostic)
    if (!element) return
    const folded = element.closest('details')
    if (folded) folded.open = true
    for (const other of list.querySelectorAll('.finding.current')) other.classList.remove('current')
    element.classList.add('current')
    element.scrollIntoView({ block: 'nearest' })
    element.focus({ preventScroll: true })
  }

  function currentOne () {
    return state.code ? aimedAt(state.file && pathOf(state.file), state.line, state.column, state.code) : null
  }

  /** Go to the next diagnostic, or the one before; infos count where there is nothing else, or one is shown. */
  function step (way) {
    const current = currentOne()
    const grave = ordered.filter(({ severity }) => severity !== 'info')
    const all = grave.length && current?.severity !== 'info' ? grave : ordered
    const at = all.indexOf(current)
    const next = at < 0 ? all.at(way > 0 ? 0 : -1) : all[at + way]
    if (next) select(next)
    else if (all.length) services.announce(way > 0 ? 'This was the last diagnostic.' : 'This was the first diagnostic.')
  }

  const controls = diagnostics.length ? filters({ diagnostics, found, nameOf, go, step, several: !origin.isOnePackage }) : null
  // Of a diagnostic with several remedies its reader has to choose one.
  const safe = origin.file ? diagnostics.map(({ fixes = [] }) => fixes).filter((fixes) => fixes.length === 1 && fixes[0].applicability === 'safe').flat() : []
  const heading = h('h2', { tabindex: '-1' }, breakable(origin.title))
  const element = h('section', { class: 'check-report', 'aria-label': `Report of ${origin.title}` },
    h('div', { class: 'check-summary' },
      heading,
      h('p', { class: `message ${gravest ?? 'good'}`, dataset: { summary: '' } }, summary),
      h('p', { class: 'actions' },
        h('button', { type: 'button', onclick: again }, 'Check again'),
        safe.length > 1 && h('button', { type: 'button', onclick: (event) => whileBusy(event.currentTarget, () => mendWith({ edits: atOnce(safe) })) }, `Apply ${safe.length} safe fixes`),
        origin.file && isMended(origin.file) && h('button', {
          type: 'button',
          class: 'primary',
          onclick: () => download(origin.file.name, origin.file, 'application/zip')
        }, 'Download the package'),
        h('button', { type: 'button', onclick: () => saveJson() }, 'Download JSON'),
        h('button', { type: 'button', onclick: () => saveSarif() }, 'Download SARIF'),
        h('a', { class: 'button', href: services.href('graph', origin.graph.parts, origin.graph.query) }, 'Classes'),
        h('a', { class: 'button', href: services.href('form', [], origin.forms) }, 'Forms'))),
    complaints,
    extras,
    controls?.element,
    h('div', { class: 'check-columns' },
      h('section', { 'aria-label': 'Diagnostics' }, count, list),
      panel.element))

  /** Check the package with fixes applied, in which the place is another one. */
  async function mendWith (fix) {
    try {
      take(await mend(origin.file, fix))
      services.announce('What was to be fixed is applied.')
    } catch (error) {
      services.showError(error)
    }
  }

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

  const nameInAddress = (file) => pathOf(file) === null ? file : nameOf(pathOf(file))
  return { element, summary, nameOf: nameInAddress, apply, step, focus: () => heading.focus({ preventScroll: true }), close: () => explained.show(null) }
}

function fileName (origin, ending) {
  return `${origin.title.replace(/\.zip$/i, '').replace(/[^\w.-]+/g, '-')}-report.${ending}`
}

/** Return `{element, show(state, path)}`, the controls that say which diagnostics are shown, and how. */
function filters ({ diagnostics, found, nameOf, go, step, several }) {
  const [search, file, grouping] = [freshId('search'), freshId('file'), freshId('group')]
  const boxes = SEVERITIES.map((severity) => [severity, h('input', { type: 'checkbox', checked: true, id: freshId(severity) })])
  const severities = () => new Set(boxes.filter(([, box]) => box.checked).map(([severity]) => severity))
  for (const [, box] of boxes) box.addEventListener('change', () => go({ severity: severityParameter(severities()) }))
  const words = h('input', {
    id: search,
    type: 'search',
    placeholder: 'Message, code, file …',
    oninput: () => go({ text: words.value || undefined }, { replace: true })
  })
  const order = new Intl.Collator('en', { numeric: true })
  const paths = [...new Set(diagnostics.map((each) => each.source))].filter(Boolean).sort((one, other) => order.compare(nameOf(one), nameOf(other)))
  const files = h('select', { id: file, onchange: () => go({ in: files.value ? nameOf(files.value) : undefined }) },
    h('option', { value: '' }, 'All files'),
    paths.map((path) => h('option', { value: path }, visible(nameOf(path)))))
  const group = h('select', { id: grouping, onchange: () => go({ group: group.value === 'file' ? undefined : group.value }) },
    Object.entries(groupings(several)).map(([by, title]) => h('option', { value: by }, title)))
  const element = h('div', { class: 'check-filters', role: 'search', 'aria-label': 'Diagnostics' },
    h('fieldset', { class: 'severities' },
      h('legend', { class: 'for-screen-readers' }, 'Severity'),
      boxes.map(([severity, box]) => h('span', { class: 'choice' }, box,
        h('label', { htmlFor: box.id, class: `severity ${severity}` }, counted(found[severity], severity))))),
    h('div', {}, h('label', { htmlFor: search, class: 'for-screen-readers' }, 'Search diagnostics'), words),
    h('div', {}, h('label', { htmlFor: file, class: 'for-screen-readers' }, 'File'), files),
    h('div', { class: 'check-group' }, h('label', { htmlFor: grouping }, 'Group by'), group),
    h('div', { class: 'actions' },
      h('button', { type: 'button', 'aria-keyshortcuts': 'Shift+F8 P', title: 'Shift+F8, or p', onclick: () => step(-1) }, 'Previous'),
      h('button', { type: 'button', 'aria-keyshortcuts': 'F8 N', title: 'F8, or n', onclick: () => step(1) }, 'Next')))
  const show = (state, path) => {
    for (const [severity, box] of boxes) box.checked = state.severities.has(severity)
    if (words.value !== state.text) words.value = state.text
    files.value = path
    group.value = state.group
  }
  return { element, show }
}
