// A report: what it sums up to, its diagnostics in groups, filtered, and the source beside them. What is shown is said by the
// address (state.js): controls change the address, and the address what is shown.
import { breakable } from '../shell/breakable.js'
import { ANSWERS } from '../shell/api.js'
import { download, fill, freshId, h } from '../shell/dom.js'
import { writeJson } from '../shell/json.js'
import { menu } from '../shell/menu.js'
import { whileBusy } from '../shell/busy.js'
import { explanation } from './explanation.js'
import { findingElement, showMarks } from './finding.js'
import { fileNames, packageFolder } from './file-names.js'
import { closing, counted, filtered, grouped, inWords, SEVERITIES, tally } from './findings.js'
import { atOnce } from './edits.js'
import { rechecking } from './rechecking.js'
import { sourcePanel } from './source-panel.js'
import { groupings, placeOf, severityParameter, stateOf } from './state.js'
import { visible } from './visible.js'

const FIXED = 'All errors are fixed.'

/** How many diagnostics are drawn at once. */
const PAGE = 100

/**
 * Return `{element, summary, nameOf(file), apply(query), step(way), place(), errors(), focus(), close()}`, of which `nameOf` returns what
 * addresses call a file, `apply` shows what the parameters of an address say, `step` goes to the next diagnostic (1) or the one before (-1),
 * and `place` returns the parameters of the place in the source. `again()` checks once more: the catalog may have changed. `go(changed,
 * {replace})` goes to the address with other parameters, `forget()` deletes a zip from the browser. There were `errorsBefore` in the report
 * before. `extras` stand between the summary and the diagnostics. The report of a zip that is edited is made anew.
 */
export function reportView (report, origin, services, { again, go, forget, errorsBefore = 0, extras = [] }) {
  const { sources = {} } = report
  let { diagnostics } = report
  const paths = Object.keys(sources)
  const folder = origin.isOnePackage ? packageFolder(paths) : ''
  const nameOf = fileNames(paths, diagnostics, folder)
  const package_ = origin.package ?? null
  const list = h('div', { class: 'check-findings' })
  const count = h('p', { class: 'muted', role: 'status' })
  const complaints = h('div', { role: 'status' })
  const select = (diagnostic) => go(placeOf(diagnostic, diagnostic.source ? nameOf(diagnostic.source) : undefined))
  const openPlace = (source, line, column) => go({ ...placeOf({ line, column }, nameOf(source)) })
  const panel = sourcePanel(sources, {
    folder,
    nameOf,
    diagnostics: () => diagnostics,
    package_,
    service: origin.service?.(services.api) ?? null,
    services,
    select,
    open: openPlace,
    fix: (fix) => mendWith(fix),
    suppress: (diagnostic) => suppress(diagnostic),
    changed: () => edited(),
    listed: () => { if (state?.file && !shownFile()) lookAgain() }
  })
  const explained = explanation(services, { closed: () => go({ explain: undefined }, { replace: true }) })
  const actions = {
    explain: (code) => {
      explained.willOpen()
      go({ explain: code })
    },
    open: (place) => openPlace(place.source, place.line),
    nameOf,
    linesOf: panel.linesOf,
    apply: package_ && ((fix, button) => whileBusy(button, () => mendWith(fix))),
    suppress: (diagnostic, button) => whileBusy(button, () => suppress(diagnostic))
  }
  const elements = new Map()
  let state = null
  let ordered = [] // the diagnostics that are let through, as they are listed
  let room = PAGE
  let drawn = null // the filters and the grouping of what is drawn
  let lastFilter = null
  let lastQuery = {}
  let placedPath = null // the file that the address names
  let placed = null // the place that was gone to last

  const shownFile = () => placedPath !== null

  /** Show a file of the address that was not known before. */
  function lookAgain () {
    placed = null
    apply(lastQuery)
  }

  /** Show what the parameters of an address say. */
  function apply (query) {
    lastQuery = query
    state = stateOf(query, !origin.isOnePackage)
    const said = [...state.complaints]
    const within = state.within && pathOf(state.within)
    if (within === null) said.push(`This report has no file “${visible(state.within)}”.`)
    const filter = { severities: state.severities, text: state.text, path: within ?? '' }
    controls.show(state, within ?? '')
    const key = JSON.stringify([query.severity, state.text, within, state.group])
    if (key !== drawn) {
      drawn = key
      room = PAGE
      order(filter)
    }
    said.push(...goTo())
    explained.show(state.explain)
    fill(complaints, said.map((text) => h('p', { class: 'message warning' }, text)))
  }

  function order (filter) {
    lastFilter = filter
    ordered = grouped(filtered(diagnostics, filter), state.group).flatMap((group) => group.diagnostics)
    draw()
  }

  /** Show the place of the address; return what is wrong with it. */
  function goTo () {
    const { file, line, column, code } = state
    const key = JSON.stringify([file, line, column, code])
    if (key === placed && (file || code)) return complaintsAbout(file, line, code)
    const first = placed === null
    placed = key
    const path = file && pathOf(file)
    placedPath = path
    if (!path && (first || !code)) {
      const shown = ordered.find((each) => panel.has(each.source))
      panel.show(shown?.source ?? panel.first(), shown?.line ?? 1)
    }
    const diagnostic = code && aimedAt(path, line, column, code)
    if (!path && diagnostic) panel.show(diagnostic.source, diagnostic.line)
    if (path) panel.show(path, line ?? diagnostic?.line ?? 1, { column, focus: !diagnostic })
    if (diagnostic) reveal(diagnostic)
    return complaintsAbout(file, line, code)
  }

  function complaintsAbout (file, line, code) {
    const path = file && pathOf(file)
    if (file && path === null) return [`This report has no file “${visible(file)}”.`]
    const said = []
    const length = path ? panel.linesOf(path).length : 0
    if (length && line > length) said.push(`${visible(file)} has ${counted(length, 'line')}: there is no line ${line}.`)
    if (code && !aimedAt(path, line, null, code)) said.push(`${visible(code)} is not reported ${file ? 'there' : 'here'}: it may be fixed by now.`)
    return said
  }

  /** Return the path of a file by its name in addresses, or by that in the answers of the service; null for an unknown one. */
  function pathOf (name) {
    return knownPaths().get(name) ?? (panel.has(name) ? name : null)
  }

  function knownPaths () {
    return new Map([...panel.paths(), ...diagnostics.map((each) => each.source)].filter(Boolean).map((path) => [nameOf(path), path]))
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
    // They are folded behind what is graver, unless they are asked for
    const open = state.severities.size === 1 || state.text !== '' || diagnostics.every(({ severity }) => severity === 'info')
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

  const controls = filters({ nameOf, go, step, several: !origin.isOnePackage })
  const heading = h('h2', { tabindex: '-1' }, origin.isOnePackage ? breakable(origin.title) : 'All packages')
  const verdict = h('p', { dataset: { summary: '' } })
  let isFixed = false // whether there were errors, and are none any more
  const button = (text, act) => h('button', { type: 'button', onclick: (event) => act(event.currentTarget) }, text)
  const fixAll = button('', (pressed) => whileBusy(pressed, () => mendWith({ edits: atOnce(safeFixes()) })))
  const save = button('Download the package', () => savePackage())
  const checkAgain = button('Check again', again)
  const primary = h('span', {})
  const others = menu('More')
  const rest = [
    button('Download JSON', () => saveJson()),
    button('Download SARIF', () => saveSarif()),
    h('a', { class: 'button', href: services.href('classes', origin.graph.parts, origin.graph.query) }, 'Classes'),
    h('a', { class: 'button', href: services.href('form', [], origin.forms) }, 'Forms'),
    h('a', { class: 'button', href: services.href('packages', [], origin.packages) }, 'Packages'),
    package_ && button('Forget this package', forget)]
  const filtering = h('button', {
    type: 'button',
    class: 'check-filtering',
    'aria-expanded': 'false',
    onclick: () => filtering.setAttribute('aria-expanded', String(element.classList.toggle('is-filtering')))
  }, 'Filter')
  const element = h('section', { class: 'check-report', 'aria-label': `Report of ${origin.title}` },
    h('div', { class: 'check-summary' },
      heading, verdict,
      h('div', { class: 'actions' }, primary, others.element, filtering)),
    complaints,
    extras,
    controls.element,
    h('div', { class: 'check-columns' },
      h('section', { 'aria-label': 'Diagnostics' }, count, list),
      panel.element))

  /** Of a diagnostic with several remedies its reader has to choose one. */
  function safeFixes () {
    if (package_ === null) return []
    return diagnostics.map(({ fixes = [] }) => fixes).filter((fixes) => fixes.length === 1 && fixes[0].applicability === 'safe').flat()
  }

  /** Draw what sums up the diagnostics. */
  function sumUp () {
    const found = tally(diagnostics)
    verdict.className = `message ${isFixed ? 'good' : SEVERITIES.find((severity) => found[severity]) ?? 'good'}`
    verdict.textContent = isFixed ? `${FIXED} ${closing(report)}` : closing(report)
    const number = safeFixes().length
    fixAll.textContent = `Apply ${counted(number, 'safe fix').replace('fixs', 'fixes')}`
    fixAll.hidden = !number
    drawActions()
    controls.take(diagnostics, found)
  }

  /** Offer what is most likely wanted next as a button, and all else in a menu. */
  function drawActions () {
    save.hidden = !package_?.isEdited
    const [first, ...later] = [fixAll, save, checkAgain].filter((each) => !each.hidden)
    if (first !== primary.firstChild) {
      primary.firstChild?.classList.remove('primary')
      first.classList.add('primary')
      fill(primary, first)
    }
    others.draw(later, rest)
  }

  /** Note whether the last error was fixed. */
  function compareWith (errorsBefore) {
    const { errors } = report.summary
    if (errorsBefore && !errors) services.announce(FIXED)
    isFixed = !errors && (isFixed || errorsBefore > 0)
  }

  const checks = package_ && rechecking({
    ask: () => {
      panel.say('Checking …')
      return origin.service(services.api).diagnostics()
    },
    take: (answer) => {
      const { errors } = report.summary
      report = { ...report, ...answer }
      diagnostics = answer.diagnostics
      compareWith(errors)
      sumUp()
      panel.say(closing(report))
      order(lastFilter)
      panel.mark()
    },
    failed: (error) => {
      panel.say('The edited package could not be checked.')
      services.showError(error)
    }
  })
  if (checks) window.addEventListener(ANSWERS, checks.now)

  /** Take note that the package was edited: what was reported about it before is void. */
  function edited () {
    origin.found = null
    drawActions()
    checks.changed()
  }

  /** Apply a fix, and show its first place. */
  async function mendWith ({ edits }) {
    try {
      await panel.apply(edits)
      checks.now()
      panel.show(edits[0].source, edits[0].line, { column: edits[0].column, focus: true })
      services.announce('The fixes were applied.')
    } catch (error) {
      services.showError(error)
    }
  }

  async function suppress (diagnostic) {
    try {
      await mendWith({ edits: await panel.suppressing(diagnostic) })
    } catch (error) {
      services.showError(error)
    }
  }

  async function savePackage () {
    try {
      download(package_.name, await package_.body, 'application/zip')
      package_.downloaded()
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

  function close () {
    explained.show(null)
    checks?.close()
    if (checks) window.removeEventListener(ANSWERS, checks.now)
    panel.close()
  }

  compareWith(errorsBefore)
  sumUp()
  const nameInAddress = (file) => pathOf(file) === null ? file : nameOf(pathOf(file))
  return { element, summary: closing(report), nameOf: nameInAddress, apply, step, place: panel.place, errors: () => report.summary.errors, focus: () => heading.focus({ preventScroll: true }), close }
}

function fileName (origin, ending) {
  return `${origin.title.replace(/\.zip$/i, '').replace(/[^\w.-]+/g, '-')}-report.${ending}`
}

/**
 * Return `{element, take(diagnostics, found), show(state, path)}`, the controls that say which diagnostics are shown, and how; there are
 * none without diagnostics.
 */
function filters ({ nameOf, go, step, several }) {
  const [search, file, grouping] = [freshId('search'), freshId('file'), freshId('group')]
  const boxes = SEVERITIES.map((severity) => {
    const id = freshId(severity)
    return { severity, box: h('input', { type: 'checkbox', checked: true, id }), label: h('label', { htmlFor: id, class: `severity ${severity}` }) }
  })
  const severities = () => new Set(boxes.filter(({ box }) => box.checked).map(({ severity }) => severity))
  for (const { box } of boxes) box.addEventListener('change', () => go({ severity: severityParameter(severities()) }))
  const words = h('input', {
    id: search,
    type: 'search',
    placeholder: 'Message, code, file …',
    oninput: () => go({ text: words.value || undefined }, { replace: true })
  })
  const order = new Intl.Collator('en', { numeric: true })
  const files = h('select', { id: file, onchange: () => go({ in: files.value ? nameOf(files.value) : undefined }) })
  const group = h('select', { id: grouping, onchange: () => go({ group: group.value === 'file' ? undefined : group.value }) },
    Object.entries(groupings(several)).map(([by, title]) => h('option', { value: by }, title)))
  const element = h('div', { class: 'check-filters', role: 'search', 'aria-label': 'Diagnostics' },
    h('fieldset', { class: 'severities' },
      h('legend', { class: 'for-screen-readers' }, 'Severity'),
      boxes.map(({ box, label }) => h('span', { class: 'choice' }, box, label))),
    h('div', {}, h('label', { htmlFor: search, class: 'for-screen-readers' }, 'Search diagnostics'), words),
    h('div', {}, h('label', { htmlFor: file, class: 'for-screen-readers' }, 'File'), files),
    h('div', { class: 'check-group' }, h('label', { htmlFor: grouping }, 'Group by'), group),
    h('div', { class: 'actions' },
      h('button', { type: 'button', 'aria-keyshortcuts': 'Shift+F8 P', title: 'Shift+F8, or p', onclick: () => step(-1) }, 'Previous'),
      h('button', { type: 'button', 'aria-keyshortcuts': 'F8 N', title: 'F8, or n', onclick: () => step(1) }, 'Next')))
  const take = (diagnostics, found) => {
    element.hidden = !diagnostics.length
    for (const { severity, label } of boxes) label.textContent = counted(found[severity], severity)
    const chosen = files.value
    const paths = [...new Set(diagnostics.map((each) => each.source))].filter(Boolean).sort((one, other) => order.compare(nameOf(one), nameOf(other)))
    fill(files, h('option', { value: '' }, 'All files'), paths.map((path) => h('option', { value: path }, visible(nameOf(path)))))
    files.value = paths.includes(chosen) ? chosen : ''
  }
  const show = (state, path) => {
    for (const { severity, box } of boxes) box.checked = state.severities.has(severity)
    if (words.value !== state.text) words.value = state.text
    files.value = path
    group.value = state.group
  }
  return { element, take, show }
}
