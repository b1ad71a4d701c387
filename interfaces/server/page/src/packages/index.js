// The view of packages: which requires which, in what versions, and what is missing; drawn and as a list.
//
//     #/packages                   those of the catalog
//     #/packages?of=upload         the zip that was dropped last, and what it requires
//     ...package=my.package/1.0.0  with this package chosen; one that is missing has no version
//     ...find=web                  searched
import { breakable } from '../shell/breakable.js'
import { fill, freshId, h } from '../shell/dom.js'
import { scrollWithin } from '../shell/scroll-within.js'
import { aboutUpload, uploadOf } from '../shell/upload.js'
import { visible } from '../check/visible.js'
import { drawing } from '../graph/drawing.js'
import { found, graphOf, readPackageGraph } from './package-graph.js'

export const ADDRESS = { parts: 0, query: { of: ['upload'], package: null, find: null } }

const TEXTS = {
  label: 'Drawing of the packages',
  tooMany: (number) => `${number} packages are too many for one drawing: search.`
}

export function mount (element, services) {
  return new PackagesView(element, services)
}

class PackagesView {
  #services
  #route = null
  #graph = null
  #key = undefined // where the graph comes from; null where it is gone
  #loading = null // a promise of all of it
  #isWhole = false // whether the requirements are known
  #drawn = null // the search that is drawn
  #turn = 0
  #list = h('div', { class: 'class-list', tabindex: '0', role: 'region', 'aria-label': 'List of packages' })
  #panel = h('section', { class: 'class-panel panel', 'aria-label': 'Package', tabindex: '-1', hidden: true })
  #notice = h('p', { class: 'muted', role: 'status' })
  #complaint = h('p', { class: 'message warning', role: 'status', hidden: true })
  #upload = h('div')
  #drawing
  #words

  constructor (element, services) {
    this.#services = services
    this.#drawing = drawing(services, (id) => this.#go({ package: id }), TEXTS)
    const id = freshId('search')
    this.#words = h('input', { id, type: 'search', placeholder: 'Name of a package', oninput: () => this.#go({ find: this.#words.value || undefined }, { replace: true }) })
    fill(element, h('h1', {}, 'Packages'), this.#upload, this.#complaint,
      h('div', { class: 'graph-columns' },
        h('div', { class: 'class-choice' },
          h('div', { role: 'search', 'aria-label': 'Packages', class: 'class-search' }, h('label', { htmlFor: id }, 'Search'), this.#words),
          this.#notice, this.#list),
        this.#drawing.element, this.#panel))
  }

  async update (route) {
    this.#route = route
    const { query: { of, find = '', package: chosen } } = route
    const upload = uploadOf(this.#services, route)
    const key = of === 'upload' ? upload?.edition ?? null : 'catalog'
    if (this.#words.value !== find) this.#words.value = find
    fill(this.#upload, upload && h('p', { class: 'message info' }, h('strong', {}, upload.title), ' was dropped: these are its requirements. ', h('a', { href: this.#services.href('packages') }, 'Packages of the catalog')))
    this.#complain(of === 'upload' && upload === null ? 'The package of this URL is not loaded: drop its zip again.' : null)
    if (key !== this.#key) this.#loading = this.#load(key, upload)
    else if (this.#graph) this.#show(find, chosen ?? null)
    await this.#loading
  }

  async #load (key, upload) {
    this.#turn += 1
    const turn = this.#turn
    this.#graph = this.#drawn = null
    this.#key = key
    this.#isWhole = false
    fill(this.#list)
    this.#panel.hidden = true
    this.#drawing.draw({ nodes: [], edges: [] })
    this.#notice.textContent = ''
    if (key === null) return
    this.#notice.textContent = 'Loading …'
    const { api } = upload === null ? this.#services : aboutUpload(this.#services, upload)
    const take = (graph, isWhole) => {
      if (turn !== this.#turn || this.#isWhole) return
      const { find = '', package: chosen = null } = this.#route.query
      this.#graph = graph
      this.#isWhole = isWhole
      this.#drawn = null
      this.#show(find, chosen)
    }
    // The rows are there at once: requirements are resolved meanwhile.
    const listed = api.get('packages', { findings: false }).then((data) => take(readPackageGraph(graphOf(data)), false))
    const whole = api.get('graph/packages').then((data) => take(readPackageGraph(data), true))
    try {
      await Promise.all([listed, whole])
    } catch (error) {
      if (turn === this.#turn) {
        this.#key = undefined // it is asked for again the next time
        if (this.#graph === null) this.#notice.textContent = ''
      }
      throw error
    }
  }

  #show (text, chosen) {
    const package_ = this.#graph.packages.get(chosen) ?? null
    if (this.#isWhole && chosen !== null && package_ === null) this.#complain(`Unknown package “${visible(chosen)}”.`)
    // First: the drawing has the room that is left
    this.#panel.hidden = package_ === null
    if (package_ !== null) fill(this.#panel, this.#about(package_))
    if (this.#drawn !== text) {
      this.#drawn = text
      const part = found(this.#graph, text)
      const missing = part.nodes.filter((node) => node.missing).length
      const shown = `${part.nodes.length} of ${this.#graph.nodes.length} packages shown`
      this.#notice.textContent = this.#isWhole ? `${shown}, ${missing || 'none'} missing` : `${shown}, resolving requirements …`
      this.#drawList(part.nodes)
      if (this.#isWhole) this.#drawing.draw(part)
    }
    for (const button of this.#list.querySelectorAll('button')) {
      if (button.dataset.id === chosen) {
        button.setAttribute('aria-current', 'true')
        scrollWithin(this.#list, button)
      } else button.removeAttribute('aria-current')
    }
    this.#drawing.select(package_?.id ?? null)
  }

  #complain (text) {
    this.#complaint.hidden = text === null
    this.#complaint.textContent = text
  }

  #drawList (nodes) {
    const groups = {
      Missing: nodes.filter(({ missing }) => missing),
      Checked: nodes.filter(({ library }) => !library),
      'Only required': nodes.filter(({ library, missing }) => library && !missing)
    }
    fill(this.#list, Object.entries(groups).filter(([, members]) => members.length).map(([title, members]) => h('section', {},
      h('h2', {}, title),
      h('ul', {}, members.map(({ id, label, detail, missing }) => h('li', {},
        h('button', { type: 'button', class: missing ? 'quiet severity error' : 'quiet', dataset: { id }, onclick: () => this.#go({ package: id }) },
          h('span', {}, breakable(visible(label)), !missing && h('small', { class: 'muted' }, ` ${visible(detail)}`)))))))))
  }

  #about ({ name, version, isChecked, isMissing, requires, requiredBy }) {
    const ofCatalog = this.#route.query.of !== 'upload' && isChecked
    return [
      h('h2', {}, breakable(visible(name)), ' ', h('small', { class: 'muted' }, visible(version ?? ''))),
      isMissing && h('p', { class: 'message error' }, 'No package with this name and a matching version is available.'),
      !isMissing && h('p', { class: 'muted' }, isChecked ? 'It is checked.' : 'Required by other packages, but not checked.'),
      ofCatalog && h('p', { class: 'actions' },
        h('a', { class: 'button', href: this.#services.href('check', [name], { version }) }, 'Report'),
        h('a', { class: 'button', href: this.#services.href('classes', [name], { version }) }, 'Classes')),
      this.#relatives('Requires', requires),
      this.#relatives('Required by', requiredBy)
    ]
  }

  #relatives (title, members) {
    return members.length > 0 && h('div', { class: 'class-relatives' }, h('h3', {}, title),
      h('ul', {}, members.map(({ id, name, spec }) => h('li', {},
        h('button', { type: 'button', class: 'link', onclick: () => this.#go({ package: id }) }, breakable(visible(name))), ' ',
        h('code', {}, visible(spec)),
        this.#graph.packages.get(id).isMissing && h('span', { class: 'severity error' }, ' missing')))))
  }

  #go (changed, options) {
    this.#services.navigate('packages', [], { ...this.#route.query, ...changed }, options)
  }

  /** Show the packages that the zip requires which was dropped. */
  take () {
    this.#services.navigate('packages', [], { of: 'upload' }, { replace: this.#route.query.of === 'upload' })
  }

  again () {
    return this.update(this.#route)
  }

  unmount () {
    this.#turn += 1
    this.#drawing.destroy()
  }
}
