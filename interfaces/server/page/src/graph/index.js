// The view of classes: who extends whom, drawn and as a list, and what one of them has.
//
//     #/graph                                  all packages of the catalog
//     #/graph/my.package?version=1.0.0         one of them
//     #/graph?of=upload                        the zip that was dropped last
//     ...class=full.Name/1.0.0                 with this class chosen
import { fill, freshId, h } from '../shell/dom.js'
import { classPanel } from './class-panel.js'
import { drawn, readGraph } from './class-graph.js'
import { drawing } from './drawing.js'

/** Catalogs of more classes than this are shown package by package. */
const MOST_CLASSES = 2000

export async function mount (element, services, route) {
  const view = new GraphView(element, services)
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
  #chosen = { text: '', library: false }
  #controls
  #list = h('div', { class: 'class-list', tabindex: '0', role: 'region', 'aria-label': 'List of classes' })
  #panel = h('section', { class: 'class-panel panel', 'aria-label': 'Class', tabindex: '-1', hidden: true })
  #notice = h('p', { class: 'muted', role: 'status' })
  #route

  constructor (element, services) {
    this.#services = services
    this.#controls = this.#inputs()
    this.#drawing = drawing(services, (id) => this.#choose(id))
    fill(element, h('h1', {}, 'Classes'), this.#controls.element, this.#notice,
      h('div', { class: 'graph-columns' }, this.#list, this.#drawing.element, this.#panel))
  }

  async start () {
    const { packages } = await this.#services.api.get('packages', { findings: false })
    this.#packages = packages
  }

  async update (route) {
    this.#route = route
    const source = this.#sourceOf(route)
    this.#controls.offer(this.#packages, source, this.#services.handed.get('upload'))
    if (source.key !== this.#key) await this.#load(source)
    if (this.#graph) this.#show(this.#idOf(route.query.class))
  }

  /** Return the id of a class that is named with or without its version, null where there is none. */
  #idOf (name) {
    const { classes } = this.#graph
    if (!name || classes.has(name)) return name ?? null
    return [...classes.values()].find((each) => each.name === name)?.id ?? null
  }

  unmount () {
    this.#calls?.abort()
    this.#drawing.destroy()
  }

  /** Return where the graph comes from: `{key, choice, load()}`. */
  #sourceOf ({ parts, query }) {
    const upload = this.#services.handed.get('upload')
    if (query.of === 'upload' && upload?.found?.graph) {
      return { key: upload.key, choice: 'upload', load: () => upload.found.graph }
    }
    const call = (parameters) => (options) => this.#services.api.get('graph', parameters, options)
    if (parts.length) {
      const choice = JSON.stringify([parts[0], query.version])
      return { key: choice, choice, load: call({ package: parts[0] }) }
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
    const data = await source.load({ signal: this.#calls.signal })
    if (data) this.#graph = readGraph(data)
    else this.#notice.textContent = `The catalog has more than ${MOST_CLASSES} classes: choose a package.`
  }

  #inputs () {
    const [package_, search, library] = [freshId('package'), freshId('search'), freshId('library')]
    const picker = h('select', { id: package_, onchange: () => this.#open(picker.value) })
    const redraw = () => {
      this.#drawn = null
      if (this.#graph) this.#show(this.#idOf(this.#route.query.class))
    }
    const element = h('div', { class: 'graph-inputs panel', role: 'search', 'aria-label': 'Classes' },
      h('div', {}, h('label', { htmlFor: package_ }, 'Package'), picker),
      h('div', {}, h('label', { htmlFor: search }, 'Search'),
        h('input', {
          id: search,
          type: 'search',
          placeholder: 'Name of a class',
          oninput: (event) => {
            this.#chosen.text = event.target.value
            redraw()
          }
        })),
      h('div', { class: 'choice' },
        h('input', {
          id: library,
          type: 'checkbox',
          onchange: (event) => {
            this.#chosen.library = event.target.checked
            redraw()
          }
        }),
        h('label', { htmlFor: library }, 'Inherited classes of other packages')))
    const offer = (packages, source, upload) => {
      fill(picker,
        h('option', { value: '' }, 'All packages of the catalog'),
        upload?.found?.graph && h('option', { value: 'upload' }, upload.title),
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

  #choose (id) {
    const { parts, query } = this.#route
    this.#services.navigate('graph', parts, { ...query, class: id ?? undefined }, { replace: true })
    // On a narrow screen the panel is below the drawing.
    window.requestAnimationFrame(() => this.#panel.scrollIntoView({ block: 'nearest' }))
  }

  #show (id) {
    if (!this.#drawn) {
      this.#drawn = drawn(this.#graph, this.#chosen)
      this.#drawing.draw(this.#drawn)
      this.#drawList()
      const { nodes, left_out: leftOut } = this.#drawn
      this.#notice.textContent = `${nodes.length} of ${nodes.length + leftOut} classes shown`
    }
    for (const link of this.#list.querySelectorAll('button')) {
      if (link.dataset.id === id) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
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

  #drawList () {
    const groups = new Map()
    for (const node of this.#drawn.nodes) {
      if (!groups.has(node.detail)) groups.set(node.detail, [])
      groups.get(node.detail).push(node)
    }
    fill(this.#list, [...groups].sort().map(([name, nodes]) => h('section', {},
      h('h2', {}, name),
      h('ul', {}, nodes.map(({ id, label, found }) => h('li', {},
        h('button', { type: 'button', class: found ? 'quiet' : 'quiet muted', title: id, dataset: { id }, onclick: () => this.#choose(id) }, label)))))))
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
      form: (class_) => ofUpload && !class_.library ? null : this.#services.href('form', [class_.name])
    }
  }
}
