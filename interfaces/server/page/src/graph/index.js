// The view of classes: all of them as a list, and of one of them its neighbourhood, drawn, and what it has.
//
//     #/classes                                all packages of the catalog
//     #/classes/my.package?version=1.0.0       one of them
//     #/classes?of=upload                      the zip that was dropped last
//     ...class=full.Name/1.0.0                 with this class chosen
//     ...find=web                              searched
import { breakable } from '../shell/breakable.js'
import { at } from '../shell/api.js'
import { fill, freshId, h } from '../shell/dom.js'
import { oneStop } from '../shell/one-stop.js'
import { scrollWithin } from '../shell/scroll-within.js'
import { ScopedView } from '../shell/scoped-view.js'
import { Catalog } from '../form/catalog.js'
import { fitting, meant } from '../form/find.js'
import { specOf } from '../form/versions.js'
import { classPanel } from './class-panel.js'
import { drawn, firstOf, groupsOf, idOf, relativesOf, shortName } from './class-graph.js'
import { drawing } from './drawing.js'

export const ADDRESS = { parts: 1, query: { version: null, of: ['upload'], dropped: null, class: null, find: null } }

/** So many classes are listed; who looks for another one types. */
const MOST_LISTED = 500
/** So many of the classes that extend one are drawn. */
const MOST_DRAWN = 60

export function mount (element, services) {
  return new ClassesView(element, services)
}

class ClassesView extends ScopedView {
  #key = null // where the classes come from, once they are there
  #scope = null // {services, catalog, classes, packages}
  #listed = null // what the list shows, as a text
  #hits = []
  #middle = null // the class that is drawn
  #list = h('div', { class: 'class-list', role: 'region', 'aria-label': 'List of classes' })
  #panel = h('section', { class: 'class-panel panel', 'aria-label': 'Class', tabindex: '0', hidden: true })
  #notice = h('p', { class: 'muted', role: 'status' })
  #complaint = h('p', { class: 'message warning', role: 'status', hidden: true })
  #stop = oneStop(this.#list, 'a')
  #drawing
  #picker
  #words

  constructor (element, services) {
    super('classes', services)
    this.#drawing = drawing(services, (id) => this.#go({ class: id }))
    const [package_, search] = [freshId('package'), freshId('search')]
    this.#picker = h('select', { id: package_, onchange: () => this.#open(this.#picker.value) })
    this.#words = h('input', { id: search, type: 'search', autocomplete: 'off', spellcheck: 'false', placeholder: 'Name of a class', oninput: () => this.#key && this.#go({ find: this.#words.value || undefined }, { replace: true }) })
    this.#words.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown') this.#list.querySelector('a[tabindex="0"]')?.focus()
      else if (event.key === 'Enter') this.#goToOnly()
      else return
      event.preventDefault()
    })
    fill(element, h('h1', {}, 'Classes'), this.#complaint,
      h('div', { class: 'graph-columns' },
        h('div', { class: 'class-choice' },
          h('div', { role: 'search', 'aria-label': 'Classes', class: 'class-search' },
            h('label', { htmlFor: package_ }, 'Package'), this.#picker,
            h('label', { htmlFor: search }, 'Search'), this.#words),
          this.#notice, this.#list),
        this.#drawing.element, this.#panel))
  }

  again () { return this.update(this.route) }

  drop () {} // what is shown stays until there is something else to show

  async display (route) {
    const { isCurrent } = this
    const upload = this.uploadOf(route)
    const isGone = route.query.of === 'upload' && upload === null
    const key = upload?.edition ?? 'catalog'
    if (this.#words.value !== (route.query.find ?? '')) this.#words.value = route.query.find ?? ''
    if (key !== this.#key) await this.#load(key, upload)
    if (!isCurrent()) return
    const text = this.#words.value
    if (text !== (route.query.find ?? '')) { // typed while the classes were loaded
      route = this.route = { ...route, query: { ...route.query, find: text || undefined } }
      window.history.replaceState(null, '', this.services.href('classes', route.parts, route.query))
    }
    const { classes, packages } = this.#scope
    const [name] = route.parts
    const versions = packages.filter((each) => each.name === name).map(({ version }) => version)
    const version = versions.includes(route.query.version) ? route.query.version : null
    this.#offer(packages, upload, name, version)
    const within = classes.filter((each) => name === undefined ? upload === null || this.#isServed(each) : each.package === name && (version === null || each.version === version))
    this.#drawList(within, text)
    const named = route.query.class && this.#named(route.query.class, within)
    this.#complain(isGone ? 'The package of this URL is not loaded: drop its zip again.'
      : name !== undefined && !versions.length ? `Unknown package “${name}”.`
        : version === null && name !== undefined && route.query.version ? `${name} has no version ${route.query.version}, only ${versions.join(', ')}.`
          : named === null ? `Unknown class “${route.query.class}”.` : null)
    // Not awaited: the list is there without the class
    this.#show(named ?? firstOf(within, upload === null ? name : within[0]?.package)).catch(this.services.showError)
  }

  async #load (key, upload) {
    const { turn } = this
    this.#key = this.#listed = this.#middle = null
    this.#notice.textContent = 'Loading …'
    const services = this.servicesAbout(upload)
    const catalog = new Catalog(services.api)
    const [classes, packages] = await Promise.all([catalog.classes(), catalog.packages()]).catch((error) => {
      this.#notice.textContent = ''
      throw error
    })
    if (turn !== this.turn) return
    this.#scope = { services, classes, packages }
    this.#key = key
  }

  #complain (text) {
    this.#complaint.hidden = text === null
    this.#complaint.textContent = text
  }

  #isServed ({ package: name, version }) {
    return this.#scope.packages.some((each) => each.served && each.name === name && each.version === version)
  }

  /** Return the class of an address, which names it with or without its version; null where there is none. */
  #named (text, within) {
    const fits = (each) => idOf(each) === text || each.name === text
    return within.find(fits) ?? this.#scope.classes.find(fits) ?? null
  }

  /** Offer the packages to choose among. */
  #offer (packages, upload, name, version) {
    const dropped = this.services.handed.get('upload')
    fill(this.#picker,
      h('option', { value: '' }, 'All packages'),
      dropped && h('option', { value: 'upload' }, dropped.title),
      packages.map((each) => h('option', { value: JSON.stringify([each.name, each.version]) }, `${each.name} ${each.version}`)))
    const of = packages.find((each) => each.name === name && (version === null || each.version === version))
    this.#picker.value = of ? JSON.stringify([of.name, of.version]) : upload === null ? '' : 'upload'
  }

  #open (choice) {
    if (choice === '') return this.services.navigate('classes')
    if (choice === 'upload') return this.services.navigate('classes', [], { of: 'upload' })
    const [name, version] = JSON.parse(choice)
    const { of } = this.route.query
    this.services.navigate('classes', [name], { version, of })
  }

  /** Go to the address of the same classes with other parameters. */
  #go (changed, options) {
    const { parts, query } = this.route
    this.services.navigate('classes', parts, { ...query, ...changed }, options)
  }

  #goToOnly () {
    const name = meant(this.#hits, this.#words.value)
    const hit = this.#hits.length === 1 ? this.#hits[0] : this.#hits.find((each) => each.name === name)
    if (hit) this.#go({ class: idOf(hit) })
  }

  #drawList (classes, text) {
    const { find: _, class: __, ...others } = this.route.query
    const key = JSON.stringify([this.#key, this.route.parts, others, text])
    if (key === this.#listed) return
    this.#listed = key
    this.#hits = fitting(classes, text)
    const groups = groupsOf(this.#hits)
    const several = new Set(classes.filter(({ name, version }) => classes.some((each) => each.name === name && each.version !== version)).map(({ name }) => name))
    let room = MOST_LISTED
    const item = (each) => h('li', {}, h('a', { href: this.services.href('classes', this.route.parts, { ...others, find: text || undefined, class: idOf(each) }), class: each.is_base ? 'muted' : undefined, title: idOf(each), dataset: { id: idOf(each) } },
      breakable(several.has(each.name) ? `${shortName(each.name)} ${each.version}` : shortName(each.name))))
    const inVersions = (name) => groups.filter((each) => each.name === name).length > 1
    fill(this.#list, groups.map(({ name, version, members }) => {
      const some = members.slice(0, Math.max(0, room))
      room -= some.length
      return some.length > 0 && h('section', {}, h('h2', {}, breakable(name), inVersions(name) && ` ${version}`), h('ul', {}, some.map(item)))
    }))
    const found = this.#hits.length
    this.#notice.textContent = (text ? `${found} of ${classes.length} classes` : `${found} ${found === 1 ? 'class' : 'classes'}`) +
      (found > MOST_LISTED ? `, the first ${MOST_LISTED} are listed: search to find others` : '')
    this.#stop.reset()
    this.#mark(this.#middle)
  }

  /** Draw the neighbourhood of a class, and say what it has. */
  async #show (class_) {
    const id = class_ && idOf(class_)
    if (id === this.#middle) return
    this.#middle = id
    this.#mark(id)
    if (class_ === null) {
      this.#panel.hidden = true
      this.#drawing.draw({ nodes: [], edges: [] })
      return
    }
    const query = { classVersion: specOf(class_.version), packageName: class_.package, most: MOST_DRAWN }
    const found = await this.#scope.services.api.get(`classes/${at(class_.name)}/neighbourhood`, query).catch((error) => {
      this.#middle = null // it is asked for again the next time
      throw error
    })
    if (this.#middle !== id) return
    this.#panel.hidden = false
    fill(this.#panel, classPanel(found, this.#links(relativesOf(found))))
    this.#panel.scrollTop = 0
    this.#drawing.draw(drawn(found))
    this.#drawing.select(id)
    if (this.route.query.class) this.services.announce(`${class_.name}: ${Object.keys(found.middle.properties).length} properties, ${Object.keys(found.middle.methods).length} methods`)
  }

  /** Mark a class in the list, and scroll the list to it. */
  #mark (id) {
    for (const link of this.#list.querySelectorAll('a')) {
      if (link.dataset.id !== id) link.removeAttribute('aria-current')
      else {
        link.setAttribute('aria-current', 'true')
        this.#stop.reset(link)
        scrollWithin(this.#list, link)
      }
    }
  }

  /** Return what links the panel of a class has: `{class(id), source(class, place), form(class)}`, null where there is none. */
  #links (relatives) {
    const { services, packages } = this.#scope
    const { parts, query } = this.route
    const isUpload = this.uploadOf(this.route) !== null
    return {
      relatives,
      class: (id) => relatives.has(id) ? this.services.href('classes', parts, { ...query, class: id }) : null,
      source: (class_, place) => {
        const place_ = { file: place.file, line: place.line }
        if (isUpload && this.#isServed(class_)) return this.services.href('check', [], place_)
        const isThere = packages.some((each) => each.name === class_.package && each.version === class_.version)
        return isThere ? this.services.href('check', [class_.package], { version: class_.version, ...place_ }) : null
      },
      form: ({ name, version, package: pkg }) => services.href('form', [name], { version, package: pkg })
    }
  }
}
