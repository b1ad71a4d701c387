// The check view: diagnostics of a zip, of a package of the catalog, or of all of it, beside the source.
//
//     #/check                              the zip that was dropped last; without one, the packages of the catalog
//     #/check/my.package?version=1.0.0     a package of the catalog
//     #/check?catalog=all                  all packages
//     #/check?find=word                    the packages of the catalog whose names have this word
//     ...file=PATH&line=4                  with this line of the source in view; state.js has more of these
import { breakable } from '../shell/breakable.js'
import { fill, freshId, h } from '../shell/dom.js'
import { newest } from '../form/versions.js'
import { exampleZip } from './examples.js'
import { packageTable } from './package-table.js'
import { ofCatalog, ofPackage } from './origins.js'
import { reportView } from './report.js'
import { visible } from './visible.js'

/** What a report shows, see state.js. */
const OF_REPORT = { file: null, line: null, column: null, code: null, severity: null, text: null, in: null, group: null, explain: null }

export const ADDRESS = { parts: 1, query: { version: null, catalog: ['all'], find: null, ...OF_REPORT } }

export async function mount (element, services) {
  const view = new CheckView(element, services)
  await view.start()
  return view
}

class CheckView {
  #services
  #picker
  #packages = []
  #progress
  #result
  #shown = null // {key, view}
  #table = null // the packages of the catalog, where they are shown
  #route
  #keys = (event) => this.#key(event)
  #running = null
  #others = h('div', { class: 'check-others' }) // packages that were dropped before
  #choice = h('button', { type: 'button', 'aria-expanded': 'false', onclick: () => this.#choose(this.#inputs.hidden) }, 'Check another package')
  #inputs
  #last = { title: null, errors: 0 } // what the last report was about

  constructor (element, services) {
    this.#services = services
    this.#picker = h('select', { id: freshId('package'), onchange: () => this.#pick(this.#picker.value) })
    this.#progress = h('div', { class: 'check-progress', hidden: true })
    this.#result = h('div', { class: 'check-result' })
    this.#inputs = this.#inputsElement()
    fill(element, h('div', { class: 'check-head' }, h('h1', {}, 'Check'), this.#choice, this.#inputs), this.#progress, this.#result)
    document.addEventListener('keydown', this.#keys)
    window.addEventListener('pagehide', this.#remember)
  }

  async start () {
    const options = [h('option', { value: '' }, 'Choose …'), h('option', { value: 'all' }, 'All packages')]
    const { packages } = await this.#services.api.get('packages', { findings: false })
    this.#packages = packages.filter(({ served }) => served)
    for (const { name, version } of this.#packages) {
      options.push(h('option', { value: JSON.stringify([name, version]) }, `${name} ${version}`))
    }
    fill(this.#picker, options)
  }

  async update (route) {
    this.#route = route
    const origin = this.#originOf(route)
    this.#resume(origin)
    this.#choice.hidden = origin === null
    this.#choose(origin === null)
    this.#drawOthers()
    this.#picker.value = origin?.choice ?? ''
    if (this.#picker.value === '' && route.parts.length) this.#picker.value = this.#newestOf(route.parts[0])
    if (origin) {
      if (this.#shown?.key === origin.key) this.#apply()
      else await this.#run(origin)
    } else if (this.#shown || this.#running || !this.#table) {
      this.#forget()
      fill(this.#result, this.#missing(route), lead(this.#packages.length > 0), this.#packages.length ? this.#tableElement() : this.#examples())
    }
    this.#table?.show(this.#route.query.find ?? '')
  }

  /** Show what the address says, in which files are called by their places in the package, whatever a link calls them. */
  #apply () {
    const { view } = this.#shown
    const { parts, query } = this.#route
    const file = query.file && view.nameOf(query.file)
    if (file !== query.file) {
      this.#route = { ...this.#route, query: { ...query, file } }
      window.history.replaceState(null, '', this.#services.href('check', parts, this.#route.query))
    }
    view.apply(this.#route.query)
  }

  /** Go to the place where the user was in a package that is opened again, unless the address is still that of the place. */
  #resume (origin) {
    const place = origin?.place
    if (!place) return
    origin.place = null
    const { parts, query } = this.#route
    if (query.file === place.file && query.line === place.line) return
    this.#route = { ...this.#route, query: { ...query, ...place, code: undefined } }
    window.history.replaceState(null, '', this.#services.href('check', parts, this.#route.query))
  }

  #remember = () => {
    const { origin, view } = this.#shown ?? {}
    const place = origin?.package && view.place()
    if (place) this.#services.dropped.remember(origin.package, place)
  }

  /** List what was dropped before, and the browser still has. */
  async #drawOthers () {
    const others = await this.#services.dropped.others()
    fill(this.#others, others.length > 0 && [h('h2', {}, 'Dropped before'), h('ul', {}, others.map(({ id, name, isUnsaved }) => h('li', {},
      h('button', { type: 'button', class: 'link', onclick: () => this.#open(id) }, breakable(visible(name))),
      isUnsaved && h('span', { class: 'muted' }, ' edited'), ' ',
      h('button', { type: 'button', class: 'small', 'aria-label': `Forget ${name}`, onclick: () => this.#forgetPackage(id) }, 'Forget'))))])
  }

  async #open (id) {
    this.#remember()
    if (await this.#services.dropped.open('upload', id)) this.take()
    else await this.#drawOthers()
  }

  async #forgetPackage (id) {
    await this.#services.dropped.forget(id)
    if (this.#shown?.origin.package?.id === id) this.#services.navigate('check', [], {}, { replace: true })
    else await this.#drawOthers()
  }

  /** Offer packages to begin with, where the catalog has none. */
  #examples () {
    this.#table = null
    const offered = (name, text) => h('li', {},
      h('button', { type: 'button', onclick: async () => this.#services.take(await exampleZip(name)) }, name), ' ', h('span', { class: 'muted' }, text))
    return h('section', { class: 'panel check-examples' }, h('h2', {}, 'Try an example'),
      h('ul', {}, offered('hello', 'an application without errors'), offered('broken', 'a library with an error for every phase of checking')))
  }

  /** Go to the next diagnostic, or the one before. Single letters are keys only where nothing is typed. */
  #key (event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !this.#shown) return
    const isTyped = event.target.closest('input, select, textarea, dialog, [contenteditable]') !== null
    const way = event.key === 'F8' ? (event.shiftKey ? -1 : 1) : isTyped ? 0 : { n: 1, p: -1 }[event.key] ?? 0
    if (way === 0) return
    event.preventDefault()
    this.#shown.view.step(way)
  }

  #tableElement () {
    this.#table = packageTable(this.#packages, this.#services, (text) => this.#go({ find: text || undefined }, { replace: true }))
    return this.#table.element
  }

  /** Say that an address is that of a zip which is not here, as one that was forgotten. */
  #missing ({ query }) {
    return Object.keys(OF_REPORT).some((name) => query[name] !== undefined) &&
      h('p', { class: 'message warning', role: 'status' }, 'The package of this URL is not loaded: drop its zip again.')
  }

  /** The entry of a package that an address names without a version. */
  #newestOf (name) {
    const found = newest(this.#packages, { name })
    return found === null ? '' : ofPackage(found.name, found.version).choice
  }

  async again () {
    await this.#table?.again()
    await this.update(this.#route)
  }

  unmount () {
    document.removeEventListener('keydown', this.#keys)
    window.removeEventListener('pagehide', this.#remember)
    this.#remember()
    this.#shown?.view.close()
    this.#running?.abort()
  }

  #originOf ({ parts, query }) {
    if (parts.length) return ofPackage(parts[0], query.version)
    if (query.catalog === 'all') return ofCatalog()
    return this.#services.handed.get('upload') ?? null
  }

  /** Show what can be checked besides, or hide it. */
  #choose (isOpen) {
    this.#inputs.hidden = !isOpen
    this.#choice.setAttribute('aria-expanded', String(isOpen))
  }

  #inputsElement () {
    const [file, help] = [freshId('file'), freshId('help')]
    const input = h('input', {
      id: file,
      type: 'file',
      accept: '.zip,application/zip',
      'aria-describedby': help,
      onchange: () => {
        const chosen = input.files[0]
        input.value = '' // the same file can be chosen again, changed meanwhile
        if (chosen) this.#services.take(chosen)
      }
    })
    return h('div', { class: 'check-inputs panel' },
      h('div', { class: 'check-drop' },
        h('label', { htmlFor: file }, 'Package zip'), input,
        h('p', { class: 'muted', id: help }, 'Or drop it anywhere on this page, in any view. It is stored in this browser only.')),
      h('div', {},
        h('label', { htmlFor: this.#picker.id }, 'Package of the catalog'), this.#picker),
      this.#others)
  }

  /** Check the zip that was dropped, also one that was checked before. */
  take () {
    this.#services.navigate('check', [], {}, { replace: isUpload(this.#route) })
  }

  /** Go to the address of the same report with other parameters. */
  #go (changed, options) {
    const { parts, query } = this.#route
    this.#services.navigate('check', parts, { ...query, ...changed }, options)
  }

  #pick (choice) {
    if (choice === '') return
    if (choice === 'all') return this.#services.navigate('check', [], { catalog: 'all' })
    const [name, version] = JSON.parse(choice)
    this.#services.navigate('check', [name], { version })
  }

  #forget () {
    this.#running?.abort()
    this.#remember()
    this.#shown?.view.close()
    this.#shown = null
    this.#running = null
    this.#table = null
    this.#result.replaceChildren()
  }

  async #run (origin) {
    const had = this.#result.contains(document.activeElement) // a button that is gone while this runs
    this.#forget()
    this.#services.clearErrors()
    const mine = new AbortController()
    this.#running = mine
    const bar = h('progress', { max: 1000, 'aria-label': `Checking ${origin.title}` })
    fill(this.#progress, h('p', {}, `Checking ${origin.title} …`), bar,
      h('button', { type: 'button', onclick: () => mine.abort() }, 'Stop'))
    this.#progress.hidden = false
    try {
      const report = await origin.report(this.#services.api, { signal: mine.signal, onProgress: (done) => { bar.value = done } })
      if (mine.signal.aborted) return
      const view = reportView(report, origin, this.#services, {
        again: () => this.#run(origin),
        go: (changed, options) => this.#go(changed, options),
        forget: () => this.#forgetPackage(origin.package.id),
        errorsBefore: this.#last.title === origin.title ? this.#last.errors : 0,
        extras: origin.isOnePackage ? [] : [this.#tableElement()]
      })
      this.#shown = { key: origin.key, view, origin }
      this.#last = { title: origin.title, errors: view.errors() }
      fill(this.#result, view.element)
      this.#apply()
      if (had) view.focus()
      this.#services.announce(view.summary)
    } catch (error) {
      if (mine !== this.#running) return
      this.#services.showError(error)
      const again = h('button', { type: 'button', onclick: () => this.#run(origin) }, `Check ${origin.title} again`)
      fill(this.#result, again)
      if (had || this.#progress.contains(document.activeElement)) again.focus()
    } finally {
      if (mine === this.#running) this.#progress.hidden = true
    }
  }
}

/** Return whether an address is that of a zip, whichever of its diagnostics it shows. */
function isUpload ({ parts, query }) {
  return !parts.length && query.catalog === undefined
}

/** What this is, for those who see it for the first time. */
function lead (hasPackages) {
  return h('p', { class: 'lead muted' },
    'muranopl checks packages of OpenStack Murano without an engine or a cloud. Drop a package to see its diagnostics and fixes, its class graph, and its forms.',
    hasPackages && ' It may require the served packages below.')
}
