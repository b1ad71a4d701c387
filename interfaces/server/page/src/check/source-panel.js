// A file beside the diagnostics, in an editor: what is marked, and below a line what is said of it. A package that was dropped can be
// edited; files of other packages, to which definitions lead, are only read.
import { fill, freshId, h } from '../shell/dom.js'
import { linesOf } from './lines.js'
import { visible } from './visible.js'

const NONE = []

/**
 * Return `{element, show(path, line, {column, focus}), mark(), apply(edits), first(), paths(), has(path), linesOf(path), say(text), close()}`.
 * `sources` are texts by path, of which those that begin with `folder` are of the package; `nameOf(path)` is what a file is called.
 * `diagnostics()` are those of now; `package_` is that which may be edited, or null; `service` answers about the package, or is null.
 * A click on a remark calls `select(diagnostic)`, the choice of a file or of a definition `open(path, line, column)`, a fix `fix(fix)`,
 * and an edit `changed()`; `listed()` is called when all entries of a zip are known.
 */
export function sourcePanel (sources, { folder, nameOf, diagnostics, package_, service, services, select, open, fix, changed, listed }) {
  const originals = new Map(Object.entries(sources)) // as in the package, null for those that are not read yet
  const foreign = new Set() // paths in other packages
  const lines = new Map()
  const order = new Intl.Collator('en', { numeric: true })
  const ids = { chosen: freshId('file'), title: freshId('source') }
  const picker = h('select', { id: ids.chosen, onchange: () => open(picker.value) })
  const note = h('p', { class: 'source-note muted' }, 'Loading …')
  const body = h('div', { class: 'source-lines', role: 'region', 'aria-labelledby': ids.title }, note)
  const title = h('h3', { id: ids.title, class: 'for-screen-readers' }, 'Source')
  const status = h('span', { class: 'source-status muted', role: 'status' })
  const tools = h('p', { class: 'source-tools', hidden: service === null })
  const element = h('section', { class: 'check-source panel', hidden: !originals.size }, title,
    h('p', { class: 'source-file' }, h('label', { htmlFor: ids.chosen }, 'File'), picker), tools, body)
  let wanted = null // what is to be shown
  let editor = null // a promise of it
  let ready = null // the editor itself

  const isOwn = (path) => path.startsWith(folder) && !foreign.has(path)
  const entryOf = (path) => path.slice(folder.length)
  const fileOf = (path) => ({
    key: path,
    name: entryOf(path),
    text: originals.get(path),
    now: textNow(path),
    isEditable: package_ !== null && isOwn(path),
    isKnown: service !== null && isOwn(path)
  })

  function drawPicker () {
    const paths = [...originals.keys()].sort((one, other) => order.compare(nameOf(one), nameOf(other)))
    const option = (path) => h('option', { value: path }, optionText(path))
    const elsewhere = paths.filter((path) => foreign.has(path))
    fill(picker, paths.filter((path) => !foreign.has(path)).map(option),
      elsewhere.length > 0 && h('optgroup', { label: 'Other packages, to be read only' }, elsewhere.map(option)))
    if (wanted) picker.value = wanted.path
    element.hidden = !paths.length
  }

  function optionText (path) {
    const number = diagnostics().filter((each) => each.source === path).length
    const name = visible(nameOf(path))
    return number ? `${name} (${number})` : name
  }

  /** Return the text of a file as it is now; null where it is not known. */
  function textNow (path) {
    const edited = isOwn(path) ? package_?.texts.get(entryOf(path)) : undefined
    return edited ?? originals.get(path) ?? null
  }

  function linesOfPath (path) {
    const text = textNow(path)
    if (text === null) return NONE
    if (lines.get(path)?.text !== text) lines.set(path, { text, lines: linesOf(text) })
    return lines.get(path).lines
  }

  /** Resolve to a file with its text, which of a zip may have to be unpacked; to null for one that is not text. */
  async function loaded (path) {
    if (originals.get(path) === null) originals.set(path, await package_.textOf(entryOf(path)))
    return originals.get(path) === null ? null : fileOf(path)
  }

  function theEditor () {
    editor ??= import('../editor/index.js').then(({ SourceEditor }) => {
      const host = h('div', { class: 'source-editor' })
      body.append(host)
      ready = new SourceEditor(host, {
        service,
        select,
        apply: package_ && fix,
        diagnosticsOf: (path) => diagnostics().filter((each) => each.source === path),
        changed: take,
        insert: (insertions) => apply(insertions.map(({ path, line, column, text }) => ({ source: folder + path, line, column, end_line: line, end_column: column, text }))),
        define,
        busy: (work) => work.catch(services.showError)
      })
      return ready
    }).catch((error) => {
      editor = null // asked for again the next time
      say('The editor could not be loaded.')
      throw error
    })
    return editor
  }

  function show (path, line, { column = null, focus = false } = {}) {
    if (!originals.has(path)) return
    wanted = { path, line, column, focus }
    picker.value = path
    title.textContent = `Source of ${nameOf(path)}`
    display(wanted).catch(services.showError)
  }

  async function display (mine) {
    const [shown, file] = await Promise.all([theEditor(), loaded(mine.path)])
    if (mine !== wanted) return
    note.textContent = 'This file is not text.'
    note.hidden = file !== null
    shown.view.dom.hidden = tools.hidden = file === null
    if (file === null) return
    drawTools(shown, file)
    shown.show(file, mine.line, mine)
    if (mine.focus) element.scrollIntoView({ block: 'nearest' })
  }

  function drawTools (shown, { isEditable, isKnown }) {
    const tool = (text, keys, action) => h('button', { type: 'button', class: 'small', title: keys, 'aria-keyshortcuts': keys, onclick: action }, text)
    const ask = (action, nothing) => () => action().then((found) => { if (!found) say(nothing) }).catch(services.showError)
    fill(tools,
      isKnown && [
        tool('About', 'Control+I', ask(() => shown.about(), 'Nothing is known about what is at the cursor.')),
        tool('Definition', 'F12', ask(() => shown.definition(), 'What is at the cursor has no definition.'))
      ],
      tool('Find', 'Control+F', () => shown.find()),
      isEditable && [
        tool('Undo', 'Control+Z', () => { shown.undo(); shown.focus() }),
        tool('Redo', 'Control+Y', () => { shown.redo(); shown.focus() })
      ],
      status)
  }

  /** Take the text of a file that was edited. */
  function take (file) {
    package_.edit(file.name, ready.textOf(file), file.text)
    changed()
  }

  /** Make edits, `{source, line, column, end_line, end_column, text}`, and resolve when they are made; raise an Error in words for users. */
  async function apply (edits) {
    const shown = await theEditor()
    for (const path of new Set(edits.map((edit) => edit.source))) {
      const file = originals.has(path) ? await loaded(path) : null
      if (!file?.isEditable) throw Object.assign(new Error(`“${path}” is not text of this package.`), { userTitle: 'The fix cannot be applied' })
      shown.edit(file, edits.filter((edit) => edit.source === path))
    }
  }

  /** Show a definition, whose file may be in another package. */
  function define (place, texts) {
    for (const [path, text] of Object.entries(texts)) {
      if (originals.has(path)) continue
      originals.set(path, text)
      foreign.add(path)
    }
    drawPicker()
    open(place.source, place.line, place.column)
  }

  /** Show the diagnostics of now. */
  function mark () {
    drawPicker()
    for (const path of originals.keys()) ready?.mark(path, diagnostics().filter((each) => each.source === path))
  }

  function say (text) {
    status.textContent = text
  }

  async function listEntries () {
    for (const entry of await package_.entries()) if (!originals.has(folder + entry)) originals.set(folder + entry, null)
    drawPicker()
    listed()
  }

  // Those that were edited before are not as in the package
  for (const entry of package_?.texts.keys() ?? []) originals.set(folder + entry, null)
  drawPicker()
  if (package_ && folder) listEntries().catch(services.showError)
  return {
    element,
    show,
    mark,
    apply,
    say,
    first: () => [...originals.keys()].sort((one, other) => order.compare(nameOf(one), nameOf(other)))[0],
    paths: () => [...originals.keys()],
    has: (path) => originals.has(path),
    linesOf: linesOfPath,
    close: () => ready?.destroy()
  }
}
