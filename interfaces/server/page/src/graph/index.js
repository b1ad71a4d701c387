// The view of classes: who extends whom, drawn and as a list, and what one of them has.
//
//     #/graph                                  all packages of the catalog
//     #/graph/my.package?version=1.0.0         one of them
//     #/graph?of=upload                        the zip that was dropped last
//     ...class=full.Name/1.0.0                 with this class chosen
//     ...find=web&inherited=1&all=1            searched; with inherited classes; all drawn, however many
import { breakable } from '../shell/breakable.js'
import { fill, freshId, h } from '../shell/dom.js'
import { aboutUpload } from '../shell/upload.js'
import { classPanel } from './class-panel.js'
import { around, drawn, readGraph, shortName } from './class-graph.js'
import { drawing } from './drawing.js'

export const ADDRESS = { parts: 1, query: { version: null, of: ['upload'], class: null, find: null, inherited: ['1'], all: ['1'] } }

/** Catalogs of more classes than this are shown package by package. */
const MOST_CLASSES = 2000
/** Of more classes than this only the surroundings of one are drawn, unless all are asked for. */
const MANY = 150

export async function mount (element, services, route) {
  const view = new GraphView(element, services, route)
  await view.start()
  await view.update(route)
  return view
}

class GraphView {
  #services
  #packages = []
  #graph = null
  #key = null
  #calls = null
  #drawing
  #drawn = null
  #pictured = null // what the drawing shows: all that is listed, or the surroundings of a class
  #controls
  #list = h('div', { class: 'class-list', tabindex: '0', role: 'region', 'aria-label': 'List of classes' })
  #panel = h('section', { class: 'class-panel panel', 'aria-label': 'Class', tabindex: '-1', hidden: true })
  #notice = h('p', { class: 'muted', role: 'status' })
  #complaint = h('p', { class: 'message warning', role: 'status', hidden: true })
  #route

  constructor (element, services, route) {
    this.#services = services
    this.#route = route
    this.#controls = this.#inputs()
    this.#drawing = drawing(services, (id) => this.#choose(id))
    fill(element, h('h1', {}, 'Classes'), this.#controls.element, this.#complaint, this.#notice,
      h('div', { class: 'graph-columns' }, this.#list, this.#drawing.element, this.#panel))
  }

  async start () {
    const { packages } = await this.#services.api.get('packages', { findings: false })
    this.#packages = packages
  }

  async update (route) {
    const { find, inherited } = this.#route?.query ?? {}
    if (route.query.find !== find || route.query.inherited !== inherited) this.#drawn = null
    this.#route = route
    const source = this.#sourceOf(route)
    this.#controls.offer(this.#packages, source, this.#services.handed.get('upload'))
    if (source.key !== this.#key) await this.#load(source)
    const id = this.#graph && this.#idOf(route.query.class)
    if (this.#graph) this.#show(id)
    const complaint = this.#complaintAbout(route, id)
    this.#complaint.hidden = complaint === null
    this.#complaint.textContent = complaint
  }

  #complaintAbout ({ parts, query }, id) {
    if (query.of === 'upload' && !this.#services.handed.has('upload')) return 'The package of this URL is not loaded: drop its zip again.'
    const versions = this.#versionsOf(parts[0])
    if (versions.length && query.version && !versions.includes(query.version)) return `${parts[0]} has no version ${query.version}, only ${versions.join(', ')}.`
    if (this.#graph && query.class && !this.#graph.classes.has(id)) return `Unknown class “${query.class}”.`
    return null
  }

  #versionsOf (name) {
    return this.#packages.filter((each) => each.name === name).map(({ version }) => version)
  }

  /** Return the id of a class that is named with or without its version, null where there is none. */
  #idOf (name) {
    const { classes } = this.#graph
    if (!name || classes.has(name)) return name ?? null
    return [...classes.values()].find((each) => each.name === name)?.id ?? null
  }

  again () {
    return this.update(this.#route)
  }

  /** Show the classes of the zip that was dropped. */
  take () {
    this.#services.navigate('graph', [], { of: 'upload' }, { replace: this.#route.query.of === 'upload' })
  }

  unmount () {
    this.#calls?.abort()
    this.#drawing.destroy()
  }

  /** Return where the graph comes from: `{key, choice, version, load()}`; `version` is null for all of them. */
  #sourceOf ({ parts, query }) {
    const upload = this.#services.handed.get('upload')
    if (query.of === 'upload' && upload) {
      return { key: upload.key, choice: 'upload', load: (options) => upload.found?.graph ?? aboutUpload(this.#services, upload).api.get('graph', {}, options) }
    }
    const call = (parameters) => (options) => this.#services.api.get('graph', parameters, options)
    if (parts.length) {
      const version = this.#versionsOf(parts[0]).includes(query.version) ? query.version : null
      const choice = JSON.stringify([parts[0], version ?? undefined])
      return { key: choice, choice, version, load: call({ package: parts[0] }) }
    }
    const number = this.#packages.reduce((sum, each) => sum + each.classes.length, 0)
    return { key: 'all', choice: '', load: number <= MOST_CLASSES ? call({}) : () => null }
  }

  async #load (source) {
    this.#calls?.abort()
    this.#calls = new AbortController()
    this.#key = source.key
    this.#graph = null
    this.#drawn = null
    this.#notice.textContent = 'Loading …'
    fill(this.#list)
    this.#drawing.draw({ nodes: [], edges: [] })
    const data = await this.#answer(source)
    if (data) this.#graph = readGraph(data, source.version)
    else this.#notice.textContent = `The catalog has more than ${MOST_CLASSES} classes: choose a package.`
  }

  async #answer (source) {
    try {
      return await source.load({ signal: this.#calls.signal })
    } catch (error) {
      this.#key = null // it is asked for again the next time
      this.#notice.textContent = ''
      throw error
    }
  }

  #inputs () {
    const [package_, search, library] = [freshId('package'), freshId('search'), freshId('library')]
    const picker = h('select', { id: package_, onchange: () => this.#open(picker.value) })
    const words = h('input', {
      id: search,
      type: 'search',
      placeholder: 'Name of a class',
      oninput: () => this.#go({ find: words.value || undefined }, { replace: true })
    })
    const box = h('input', { id: library, type: 'checkbox', onchange: () => this.#go({ inherited: box.checked ? '1' : undefined }) })
    const element = h('div', { class: 'graph-inputs panel', role: 'search', 'aria-label': 'Classes' },
      h('div', {}, h('label', { htmlFor: package_ }, 'Package'), picker),
      h('div', {}, h('label', { htmlFor: search }, 'Search'),
        words),
      h('div', { class: 'choice' },
        box,
        h('label', { htmlFor: library }, 'Inherited classes of other packages')))
    const offer = (packages, source, upload) => {
      const { find = '', inherited } = this.#route.query
      if (words.value !== find) words.value = find
      box.checked = inherited === '1'
      fill(picker,
        h('option', { value: '' }, 'All packages of the catalog'),
        upload && h('option', { value: 'upload' }, upload.title),
        packages.map(({ name, version }) => h('option', { value: JSON.stringify([name, version]) }, `${name} ${version}`)))
      picker.value = source.choice
      if (picker.selectedIndex < 0) picker.value = [...picker.options].find(({ value }) => value.startsWith(`["${this.#route.parts[0]}"`))?.value ?? ''
    }
    return { element, offer }
  }

  #open (choice) {
    if (choice === '') return this.#services.navigate('graph')
    if (choice === 'upload') return this.#services.navigate('graph', [], { of: 'upload' })
    const [name, version] = JSON.parse(choice)
    this.#services.navigate('graph', [name], { version })
  }

  /** Go to the address of the same classes with other parameters. */
  #go (changed, options) {
    const { parts, query } = this.#route
    this.#services.navigate('graph', parts, { ...query, ...changed }, options)
  }

  #choose (id) {
    this.#go({ class: id ?? undefined })
    // On a narrow screen the panel is below the drawing.
    window.requestAnimationFrame(() => this.#panel.scrollIntoView({ block: 'nearest' }))
  }

  #show (id) {
    if (!this.#drawn) {
      const { find, inherited } = this.#route.query
      this.#drawn = drawn(this.#graph, { text: find, library: inherited === '1' })
      this.#pictured = null
      this.#drawList()
      const { left_out: leftOut } = this.#drawn
      const shown = this.#listed().length
      this.#notice.textContent = `${shown} of ${shown + leftOut} classes shown`
    }
    this.#picture(id)
    for (const link of this.#list.querySelectorAll('button')) {
      if (link.dataset.id === id) {
        link.setAttribute('aria-current', 'true')
        this.#reveal(link)
      } else link.removeAttribute('aria-current')
    }
    this.#drawing.select(id)
    const class_ = this.#graph.classes.get(id)
    this.#panel.hidden = !class_
    if (class_) {
      fill(this.#panel, classPanel(class_, this.#graph, this.#links()))
      this.#panel.scrollTop = 0
      this.#services.announce(`${class_.name}: ${Object.keys(class_.properties).length} properties, ${Object.keys(class_.methods).length} methods`)
    }
  }

  /** Scroll the list to a class, but not the page. */
  #reveal (link) {
    const [inner, outer] = [link, this.#list].map((each) => each.getBoundingClientRect())
    if (inner.top < outer.top || inner.bottom > outer.bottom) this.#list.scrollTop += inner.top - outer.top - outer.height / 3
  }

  #listed () {
    return this.#drawn.nodes.filter(({ near }) => !near)
  }

  /** Draw what is listed, or of many classes only the surroundings of one. */
  #picture (id) {
    const number = this.#listed().length
    const class_ = this.#graph.classes.get(id)
    const isAll = number <= MANY || this.#route.query.all === '1'
    const key = isAll ? 'all' : class_?.id ?? 'none'
    if (this.#pictured === key) return
    this.#pictured = key
    if (isAll) return this.#drawing.draw(this.#drawn)
    const all = h('button', { type: 'button', class: 'link', onclick: () => this.#go({ all: '1' }) }, `Draw all ${number}`)
    if (!class_) {
      return this.#drawing.draw({ nodes: [], edges: [], notice: [`${number} classes: search, or choose one to see its surroundings. `, all] })
    }
    const { more, ...surroundings } = around(this.#graph, this.#drawn, id, MANY)
    const rest = more > 0 ? `, without ${more} of these` : ''
    this.#drawing.draw({ ...surroundings, notice: [`What ${shortName(class_.name)} extends, and what extends it${rest}. `, all] })
  }

  #drawList () {
    const groups = new Map()
    for (const node of this.#listed()) {
      if (!groups.has(node.detail)) groups.set(node.detail, [])
      groups.get(node.detail).push(node)
    }
    const order = new Intl.Collator('en', { numeric: true })
    fill(this.#list, [...groups].sort(([one], [other]) => order.compare(one, other)).map(([name, nodes]) => h('section', {},
      h('h2', {}, breakable(name)),
      h('ul', {}, nodes.sort((one, other) => order.compare(one.label, other.label)).map(({ id, label, found }) => h('li', {},
        h('button', { type: 'button', class: found ? 'quiet' : 'quiet muted', title: id, dataset: { id }, onclick: () => this.#choose(id) }, h('span', {}, breakable(label)))))))))
  }

  /** Return what links the panel of a class has: `{choose(id), source(class, place), form(class)}`, null where there is none. */
  #links () {
    const ofUpload = this.#route.query.of === 'upload'
    const inCatalog = ({ package: name, version }) => this.#packages.some((each) => each.name === name && each.version === version)
    return {
      choose: (id) => this.#choose(id),
      source: (class_, place) => {
        const query = { file: place.file, line: place.line }
        if (ofUpload && !class_.library) return this.#services.href('check', [], query)
        return inCatalog(class_) ? this.#services.href('check', [class_.package], { version: class_.version, ...query }) : null
      },
      form: (class_) => this.#services.href('form', [class_.name], ofUpload ? { of: 'upload' } : {})
    }
  }
}
