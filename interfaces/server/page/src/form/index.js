// The view "form": a class is chosen, its form filled in, and the object model that comes of it rendered.
//
//     #/form                                  the applications and the other classes
//     #/form?find=word&only=applications      those that fit
//     #/form/my.Class?version=1.0.0           the form of a class; the end of a name is enough
//     ...of=upload                            as if the package that was dropped last was served
import { ApiError } from '../shell/api.js'
import { h } from '../shell/dom.js'
import { ScopedView } from '../shell/scoped-view.js'
import { Catalog } from './catalog.js'
import { classList } from './class-list.js'
import { classPicker } from './class-picker.js'
import { fitting, meant } from './find.js'
import { Workbench } from './workbench.js'

export const ADDRESS = { parts: 1, query: { version: null, package: null, builder: null, opened: null, find: null, only: ['applications'], of: ['upload'], dropped: null } }

export function mount (element, services) {
  return new FormView(element, services)
}

class FormView extends ScopedView {
  constructor (element, services) {
    super('form', services)
    this.scope = null // {key, services, catalog}, of the catalog or of a package that was dropped
    this.bench = null
    this.list = null
    this.head = h('div', { class: 'form-head' })
    this.uploaded = h('div')
    this.content = h('div')
    element.append(this.head, this.uploaded, this.content)
  }

  drop () {
    this.bench?.close()
    this.bench = null
    this.list = null
  }

  async display (route) {
    const { isCurrent } = this
    const upload = this.uploadOf(route)
    this.enter(upload)
    if (route.query.of === 'upload' && upload === null) {
      this.content.replaceChildren(h('p', { class: 'message info' }, 'The dropped package is no longer in memory: drop it again. ',
        h('a', { href: this.services.href('form') }, 'Forms of the catalog')))
      return
    }
    this.content.replaceChildren(h('p', { class: 'muted' }, 'Loading …'))
    try {
      await this.show(route, upload, isCurrent)
    } catch (error) {
      if (upload === null || !(error instanceof ApiError) || error.status !== 400 || !isCurrent()) throw error
      this.content.replaceChildren(h('div', { class: 'message error' }, h('h2', {}, `${upload.title} has no forms`), h('p', { class: 'as-written' }, error.message)))
    }
  }

  /** Let calls and links be about an upload, or about the catalog alone. */
  enter (upload) {
    const key = upload?.key ?? null
    if (this.scope?.key === key) return
    const services = this.servicesAbout(upload)
    this.scope = { key, services, catalog: new Catalog(services.api) }
    this.picker = classPicker({ services, onType: (text) => this.list?.filter(text) })
    this.head.replaceChildren(h('h1', {}, 'Form'), this.picker.element)
    this.uploaded.replaceChildren(...(upload === null ? [] : [h('p', { class: 'message info' },
      h('strong', {}, upload.title), ' was dropped: it is used with the packages of the catalog, and not stored. After an edit, drop it again to update the form. ',
      h('a', { href: this.services.href('check') }, 'Its report'), ' · ',
      h('a', { href: services.href('form') }, 'Its classes'), ' · ',
      h('a', { href: this.services.href('form') }, 'Forms of the catalog'))]))
  }

  async show ({ parts: [name], query }, upload, isCurrent) {
    const { services, catalog } = this.scope
    const opened = services.handed.get('form.model')
    services.handed.delete('form.model')
    const [classes, packages, applications] = await Promise.all([catalog.classes(), catalog.packages(), catalog.applications()])
    if (!isCurrent()) return
    const byKey = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]))
    const packageOf = (each) => byKey.get(`${each.package} ${each.version}`)
    const isApplication = (each) => applications.has(each.name)
    const titleOf = (each) => isApplication(each) ? packageOf(each)?.title : null
    // What fits nowhere is looked for by the service, which says what is near.
    const find = (text) => meant(classes, text, isApplication, titleOf) ?? (fitting(classes, text, titleOf).length ? null : text)
    this.picker.show(classes, name ?? query.find, find)
    if (name === undefined) this.choose({ classes: upload === null ? classes : classes.filter((each) => packageOf(each)?.served), packages: byKey, applications, query })
    else if (!classes.some((each) => each.name === name) && ![null, name].includes(find(name))) services.navigate('form', [find(name)], query, { replace: true })
    else {
      const class_ = await catalog.resolve({ name, version: query.version, package: query.package })
      if (!isCurrent()) return
      this.bench = new Workbench({ services, catalog, class_, element: this.content })
      await this.bench.draw(opened, query.builder)
    }
  }

  /** Show the classes to choose among. */
  choose ({ classes, packages, applications, query }) {
    const { services } = this.scope
    this.list = classList({
      classes,
      packages,
      applications,
      api: services.api,
      linkTo: ({ name, version, package: pkg }) => services.href('form', [name], { version, package: pkg }),
      isFiltered: query.only === 'applications',
      only: (isOn) => window.history.replaceState(null, '', services.href('form', [], { ...query, only: isOn ? 'applications' : undefined }))
    })
    if (query.find) this.list.filter(query.find)
    this.content.replaceChildren(
      h('p', { class: 'lead muted' }, 'Every class has a form, generated from its contracts; the answers become an object model. ',
        query.of !== 'upload' && 'Drop the zip of a package anywhere on this page to see the forms of its classes: it is not stored.'),
      this.list.element)
  }
}
