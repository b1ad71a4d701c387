// A file beside the diagnostics, in an editor: what is marked, and below a line what is said of it. A package that was dropped can be
// edited; files of other packages, to which definitions lead, are only read.
import { agreed } from '../shell/ask.js'
import { fill, freshId, h } from '../shell/dom.js'
import { fileTree } from './file-tree.js'
import { counted, tally } from './findings.js'
import { sourceAside } from './source-aside.js'
import { SourceFiles } from './source-files.js'
import { visible } from './visible.js'

const MANIFEST = 'manifest.yaml'
const NEW = 'Classes/New.yaml'

/**
 * Return `{element, show(path, line, {column, focus}), mark(), apply(edits), suppressing(diagnostic), first(), paths(), has(path),
 * linesOf(path), say(text), place(), close()}`, of which `suppressing` is a promise of edits.
 * `sources` are texts by path, of which those that begin with `folder` are of the package; `nameOf(path)` is what a file is called.
 * `diagnostics()` are those of now; `package_` is that which may be edited, or null; `service` answers about the package, or is null.
 * A click on a remark calls `select(diagnostic)`, the choice of a file or of a definition `open(path, line, column)`, a fix `fix(fix)`,
 * "Suppress" `suppress(diagnostic)`, and an edit `changed()`; `listed()` is called when all entries of a zip are known.
 */
export function sourcePanel (sources, { folder, nameOf, diagnostics, package_, service, services, select, open, fix, suppress, changed, listed }) {
  const files = new SourceFiles(sources, folder, package_)
  const isKnown = (path) => service !== null && files.isOwn(path)
  const order = new Intl.Collator('en', { numeric: true })
  const ids = { title: freshId('source') }
  const tree = fileTree('Files', (path) => open(path))
  const adding = h('button', { type: 'button', class: 'small', onclick: () => addFile() }, 'New file')
  const deleting = h('button', { type: 'button', class: 'small', hidden: true, onclick: () => busy(deleteFile()) }, 'Delete file')
  const note = h('p', { class: 'source-note muted' }, 'Loading …')
  const body = h('div', { class: 'source-lines', role: 'region', 'aria-labelledby': ids.title }, note)
  const title = h('h3', { id: ids.title, class: 'for-screen-readers' }, 'Source')
  const name = h('p', { class: 'source-name path', 'aria-hidden': 'true' })
  const status = h('span', { class: 'source-status muted', role: 'status' })
  const tools = h('p', { class: 'source-tools', hidden: service === null })
  const aside = sourceAside(() => ready?.focus())
  const element = h('section', { class: 'check-source panel', hidden: !files.paths.length }, title,
    h('div', { class: 'source-files' }, tree.element, h('p', { class: 'actions', hidden: package_ === null }, adding, deleting)),
    h('div', { class: 'source-text' }, name, tools, aside.element, body))
  let wanted = null // what is to be shown
  let editor = null // a promise of it
  let ready = null // the editor itself

  const sorted = () => files.paths.sort((one, other) => order.compare(nameOf(one), nameOf(other)))
  const reported = (path) => diagnostics().filter((each) => each.source === path)

  function busy (work) {
    work.catch(services.showError)
  }

  /** Draw the tree of files: those of other packages, which are only read, in a folder of their own. */
  function drawFiles () {
    const found = new Map()
    for (const each of diagnostics()) found.set(each.source, [...found.get(each.source) ?? [], each])
    const paths = sorted()
    tree.draw(paths.map((path) => ({ name: files.isForeign(path) ? `Other packages/${nameOf(path)}` : nameOf(path), path, found: tally(found.get(path) ?? []) })))
    element.hidden = !paths.length
  }

  function theEditor () {
    editor ??= import('../editor/index.js').then(({ SourceEditor }) => {
      const host = h('div', { class: 'source-editor' })
      body.append(host)
      ready = new SourceEditor(host, {
        service,
        select,
        apply: package_ && fix,
        suppress: package_ && suppress,
        diagnosticsOf: reported,
        changed: take,
        insert: (insertions) => apply(insertions.map(({ path, line, column, text }) => ({ source: files.pathOf(path), line, column, end_line: line, end_column: column, text }))),
        define,
        run: (name) => busy(run(name)),
        busy
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
    if (!files.has(path)) return
    wanted = { path, line, column, focus }
    tree.select(path)
    name.textContent = visible(nameOf(path))
    deleting.hidden = !files.isEditable(path) || files.nameOf(path) === MANIFEST
    title.textContent = `Source of ${nameOf(path)}`
    busy(display(wanted))
  }

  async function display (mine) {
    const [shown, file] = await Promise.all([theEditor(), files.loaded(mine.path)])
    if (mine !== wanted) return
    note.textContent = 'This file is not text.'
    note.hidden = file !== null
    shown.view.dom.hidden = tools.hidden = file === null
    if (file === null) return
    drawTools(shown, mine.path)
    shown.show({ ...file, isKnown: isKnown(mine.path) }, mine.line, mine)
    if (mine.focus) element.scrollIntoView({ block: 'nearest' })
  }

  function drawTools (shown, path) {
    const tool = (text, keys, onclick) => h('button', { type: 'button', class: 'small', title: keys, 'aria-keyshortcuts': keys, onclick }, text)
    const known = (text, keys, name) => tool(text, keys, () => busy(run(name)))
    fill(tools,
      isKnown(path) && [known('About', 'Control+I', 'about'), known('Definition', 'F12', 'definition'), known('References', 'Shift+F12', 'references')],
      isKnown(path) && files.isEditable(path) && known('Rename', 'F2', 'rename'),
      tool('Find', 'Control+F', () => shown.find()),
      files.isEditable(path) && [
        tool('Undo', 'Control+Z', () => { shown.undo(); shown.focus() }),
        tool('Redo', 'Control+Y', () => { shown.redo(); shown.focus() })
      ],
      status)
  }

  const commands = {
    about: async () => { if (!await ready.about()) say('No information about this position.') },
    definition: async () => { if (!await ready.definition()) say('No definition found at this position.') },
    references,
    rename
  }

  /** Do what a button or a key is for; what cannot be done is said beside the buttons. */
  async function run (name) {
    try {
      await commands[name]()
    } catch (error) {
      if (error.status !== 409) throw error
      say(visible(error.message))
    }
  }

  async function references () {
    const { places } = await service.references(files.nameOf(wanted.path), ready.cursor)
    if (places.length) listPlaces(`Named in ${counted(places.length, 'place')}`, places)
    else say('No name at this position.')
  }

  function listPlaces (heading, places) {
    aside.list(heading, places.map(({ source, line, column }) => ({
      name: visible(`${nameOf(source)}:${line}`),
      text: visible((files.linesOf(source)[line - 1] ?? '').trim()),
      open: () => open(source, line, column)
    })))
  }

  async function rename () {
    const [file, at] = [files.nameOf(wanted.path), ready.cursor]
    const { name } = await service.renamable(file, at)
    aside.ask({
      label: `New name of ${visible(name)}`,
      value: name.split('.').at(-1),
      yes: 'Rename',
      act: async (answer) => {
        const { edits, files: moved, left } = await service.rename(file, at, answer)
        await apply(edits)
        for (const { path, new_path: now } of moved) await move(files.pathOf(path), now)
        aside.close()
        say(`Renamed in ${counted(edits.length, 'place')}.`)
        if (left.length) listPlaces('Not renamed, because the name may refer to something else', left)
        else ready.focus()
      }
    })
  }

  async function move (path, name) {
    const isShown = wanted.path === path
    const now = files.add(name, files.textNow(path))
    await forget(path)
    if (isShown) open(now)
  }

  async function forget (path) {
    await files.remove(path)
    ready?.forget(path)
    drawFiles()
    changed()
  }

  function addFile () {
    aside.ask({
      label: 'Path of the new file',
      value: NEW,
      yes: 'Add',
      act: async (name) => {
        const path = files.add(name)
        aside.close()
        drawFiles()
        changed()
        open(path, 1, 1)
      }
    })
  }

  async function deleteFile () {
    const { path } = wanted
    const question = { title: `Delete ${visible(nameOf(path))}?`, text: 'The downloaded package will not have this file; the dropped zip is unchanged.', yes: 'Delete' }
    if (!await agreed(question)) return
    await forget(path)
    open(sorted()[0])
  }

  /** Take the text of a file that was edited. */
  function take ({ key }) {
    files.edit(key, ready.textOf(key))
    changed()
  }

  /** Make edits, `{source, line, column, end_line, end_column, text}`, and resolve when they are made; raise an Error in words for users. */
  async function apply (edits) {
    const shown = await theEditor()
    for (const path of new Set(edits.map((edit) => edit.source))) {
      const file = files.has(path) ? await files.loaded(path) : null
      if (!file?.isEditable) throw Object.assign(new Error(`“${path}” is not text of this package.`), { userTitle: 'The fix cannot be applied' })
      shown.edit({ ...file, isKnown: isKnown(path) }, edits.filter((edit) => edit.source === path))
    }
  }

  async function suppressing ({ source, line, column, code }) {
    const { edits } = await service.suppression(files.nameOf(source), { line, column }, code)
    return edits
  }

  /** Show a definition, whose file may be in another package. */
  function define (place, texts) {
    files.addForeign(texts)
    drawFiles()
    open(place.source, place.line, place.column)
  }

  /** Show the diagnostics of now. */
  function mark () {
    drawFiles()
    ready?.markAll(reported)
  }

  function say (text) {
    status.textContent = text
  }

  async function listEntries () {
    await files.list()
    drawFiles()
    listed()
  }

  drawFiles()
  if (package_ && folder) busy(listEntries())
  return {
    element,
    show,
    mark,
    apply,
    suppressing,
    say,
    first: () => sorted()[0],
    paths: () => files.paths,
    has: (path) => files.has(path),
    linesOf: (path) => files.linesOf(path),
    /** Return the place of the cursor, parameters of an address; null while there is none. */
    place: () => ready?.shown === wanted?.path && wanted ? { file: nameOf(wanted.path), line: String(ready.cursor.line), column: String(ready.cursor.column) } : null,
    close: () => ready?.destroy()
  }
}
