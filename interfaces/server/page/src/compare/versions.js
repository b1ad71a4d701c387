// What changed from one version of a package to another, for its users, and which version that needs.
import { ApiError } from '../shell/api.js'
import { breakable } from '../shell/breakable.js'
import { fill, freshId, h } from '../shell/dom.js'
import { placeElement } from '../check/finding.js'
import { counted } from '../check/findings.js'
import { linesOf } from '../check/lines.js'
import { visible } from '../check/visible.js'
import { diffLines, withContext } from './diff.js'
import { diffTable } from './difference.js'

const LEVELS = { major: 'error', minor: 'warning', patch: 'info' }
/** So many equal lines are shown around those that differ. */
const AROUND = 3
/** What the zips of both sides are called among what is handed on: the new one is that of all views. */
const HANDED = { old: 'old version', new: 'upload' }

export class VersionsView {
  constructor (services) {
    this.services = services
    this.turn = 0
    this.route = null
    this.packages = null
    this.sides = { old: this.side('old', 'Old version'), new: this.side('new', 'New version') }
    this.notes = h('div', { role: 'status' })
    this.result = h('div', { class: 'comparison' })
    this.element = h('div', { class: 'compare' },
      h('p', { class: 'muted lead' }, 'Changes between two versions of a package that affect its users, and the version that they require: major if a change breaks users, minor if it adds something, a patch otherwise.'),
      h('div', { class: 'compare-inputs' }, this.sides.old.element, this.sides.new.element),
      this.notes, this.result)
  }

  side (name, title) {
    const ids = [freshId('package'), freshId('zip'), freshId('title')]
    const select = h('select', { id: ids[0], onchange: () => this.go({ [name]: select.value || undefined }) })
    const input = h('input', { id: ids[1], type: 'file', accept: '.zip,application/zip', onchange: () => {
      const file = input.files[0]
      input.value = ''
      if (file) this.receive(name, file).catch(this.services.showError)
    } })
    const element = h('section', { class: 'panel version-side', 'aria-labelledby': ids[2] },
      h('h2', { id: ids[2] }, title),
      h('div', {}, h('label', { htmlFor: ids[0] }, 'Package of the catalog'), select),
      h('div', {}, h('label', { htmlFor: ids[1] }, 'Or a zip'), input))
    return { element, select }
  }

  async receive (name, file) {
    this.services.clearErrors()
    if (name === 'new') return this.services.take(file)
    await this.services.dropped.receive(HANDED.old, file)
    this.choose(name)
  }

  /** A package that is dropped is the new version. */
  take () { this.choose('new') }

  choose (name) {
    if (this.route.query[name] === 'upload') this.update(this.route).catch(this.services.showError)
    else this.go({ [name]: 'upload' })
  }

  go (changed) {
    const { old, new: new_ } = this.route.query
    this.services.navigate('compare', [], { what: 'versions', old, new: new_, ...changed })
  }

  async again () { await this.update(this.route) }
  unmount () { this.turn += 1 }

  async update (route) {
    this.route = route
    this.turn += 1
    const { turn } = this
    fill(this.result)
    if (this.packages === null) {
      const { packages } = await this.services.api.get('packages', { findings: false })
      if (turn !== this.turn) return
      this.packages = packages.filter(({ name }) => name !== 'io.murano')
    }
    const chosen = Object.keys(this.sides).map((name) => this.draw(name, route.query[name]))
    const notes = chosen.map(({ note }) => note).filter(Boolean)
    fill(this.notes, notes.map((text) => h('p', { class: 'message warning' }, text)))
    if (chosen.some(({ side }) => side === null)) return
    const [old, new_] = chosen.map(({ side }) => side)
    const result = await this.compared(old, new_, turn)
    if (turn === this.turn && result !== null) this.show(result)
  }

  /** Show what is chosen as one side; return `{side, note}`: a function that returns a promise of what is sent, or what is wrong. */
  draw (name, wanted) {
    const upload = this.services.handed.get(HANDED[name]) ?? null
    const { select } = this.sides[name]
    fill(select,
      h('option', { value: '' }, 'Choose …'),
      upload && h('option', { value: 'upload' }, upload.title),
      this.packages.map((each) => h('option', { value: key(each) }, `${each.name} ${each.version}`)))
    select.value = wanted ?? ''
    if (wanted === undefined) return { side: null, note: null }
    if (wanted === 'upload') {
      if (upload === null) return { side: null, note: `The zip of the ${name} version is not loaded: choose it again.` }
      const about = this.services.api.about(upload.title, upload.body)
      return { side: async (again) => {
        if (again) about.package.sendAgain()
        return { upload: await about.package.id() }
      } }
    }
    const found = this.packages.find((each) => key(each) === wanted)
    if (!found) {
      select.value = ''
      return { side: null, note: `Unknown package “${visible(wanted)}”.` }
    }
    return { side: async () => ({ package: found.name, version: found.version }) }
  }

  /** Resolve to the comparison; null after saying why there is none. */
  async compared (old, new_, turn, again = false) {
    fill(this.result, h('p', { class: 'muted' }, 'Comparing …'))
    try {
      return await this.services.api.post('diff', { old: await old(again), new: await new_(again) })
    } catch (error) {
      if (turn !== this.turn) return null
      fill(this.result)
      if (error instanceof ApiError && error.status === 409 && !again) return this.compared(old, new_, turn, true) // others needed the room
      if (!(error instanceof ApiError) || error.status !== 400) throw error
      fill(this.result, h('div', { class: 'message error', role: 'alert' }, h('h2', {}, 'These versions cannot be compared'), h('p', { class: 'as-written' }, visible(error.message))))
      return null
    }
  }

  show (result) {
    const levels = Object.keys(LEVELS).map((level) => [level, result.changes.filter((each) => each.level === level)])
    const texts = { old: linesIn(result.old_sources), new: linesIn(result.new_sources) }
    // Never good news above bad ones: a version that is high enough for changes that break users
    const kind = result.ok ? (result.level === null ? 'good' : 'info') : 'error'
    fill(this.result,
      h('div', { class: `message ${kind}`, dataset: { verdict: '' } },
        h('h2', {}, result.level === null ? 'No changes' : visible(`${result.old} → needs ${result.needed}`)),
        h('p', {}, breakable(visible(result.verdict)))),
      levels.filter(([, changes]) => changes.length).map(([level, changes]) => h('section', { class: 'change-group' },
        h('h2', {}, h('span', { class: `severity ${LEVELS[level]}` }, level), ' ', h('small', { class: 'muted' }, counted(changes.length, 'change'))),
        h('ul', {}, changes.map((change) => changeElement(change, texts))))),
      result.files.length > 0 && h('section', { class: 'changed-files' },
        h('h2', {}, 'Files ', h('small', { class: 'muted' }, `${counted(result.files.length, 'file')} with other contents`)),
        result.files.map((file) => fileElement(file, [`${result.old}, old`, `${result.new}, new`]))))
    this.services.announce(result.verdict)
  }
}

/** Return a file that differs; its lines are compared when it is opened. */
function fileElement ({ path, old, new: new_, shown }, titles) {
  const name = breakable(visible(path))
  if (!shown) return h('p', { class: 'changed-file' }, h('span', { class: 'path' }, name), h('span', { class: 'muted' }, ' is not text, or too large to be shown'))
  const kind = old === null ? 'added' : new_ === null ? 'removed' : null
  const element = h('details', { class: 'changed-file', ontoggle: () => {
    if (element.open && element.childElementCount === 1) element.append(textDifference(path, old ?? '', new_ ?? '', titles))
  } }, h('summary', {}, h('span', { class: 'path' }, name), kind && h('span', { class: 'muted' }, ` ${kind}`)))
  return element
}

function textDifference (path, old, new_, titles) {
  const rows = diffLines(old, new_)
  if (rows.every(({ kind }) => kind === 'same')) return h('p', { class: 'muted' }, 'Only line ends differ.')
  return h('div', { class: 'diff-scroll', tabindex: '0', role: 'region', 'aria-label': `Differences of ${path}` },
    diffTable(withContext(rows, AROUND), `Both versions of ${path}, line by line`, titles))
}

function changeElement (change, texts) {
  return h('li', { class: `finding ${LEVELS[change.level]}` },
    h('h3', {}, breakable(visible(change.subject)), ' ', h('span', { class: 'as-written' }, visible(change.text))),
    h('div', { class: 'change-places' }, Object.keys(texts).map((side) => h('div', { class: change[side] === null && 'absent' },
      h('p', { class: 'muted' }, side),
      change[side] === null ? h('p', { class: 'muted' }, '—') : placeElement(change[side], 'related', '^', '', { nameOf: () => change[side].file, linesOf: texts[side] })))))
}

function linesIn (sources) {
  return (path) => Object.hasOwn(sources, path) ? linesOf(sources[path]) : []
}

function key ({ name, version }) { return `${name}/${version}` }
