// The view "form": a class is chosen, its form filled in, and the object model that comes of it rendered.
//
//     #/form                                  the applications and the other classes
//     #/form?find=word&only=applications      those that fit
//     #/form/my.Class?version=1.0.0           the form of a class; the end of a name is enough
import { h } from '../shell/dom.js'
import { Catalog } from './catalog.js'
import { classList } from './class-list.js'
import { classPicker } from './class-picker.js'
import { fitting, meant } from './find.js'
import { Workbench } from './workbench.js'

export async function mount (element, services, route) {
  const view = new FormView(element, services)
  await view.update(route)
  return view
}

class FormView {
  constructor (element, services) {
    this.services = services
    this.catalog = new Catalog(services.api)
    this.bench = null
    this.list = null
    this.turn = 0
    this.waiting = null // the route that could not be shown yet
    this.picker = classPicker({ services, onType: (text) => this.list?.filter(text), query: () => ({}) })
    this.content = h('div')
    element.append(h('div', { class: 'form-head' }, h('h1', {}, 'Form'), this.picker.element), this.content)
  }

  /** Show what could not be shown; a form that is filled in stays as it is. */
  async again () {
    if (this.waiting) await this.update(this.waiting)
  }

  unmount () {
    this.turn += 1
    this.drop()
  }

  drop () {
    this.bench?.close()
    this.bench = null
    this.list = null
  }

  async update (route) {
    this.waiting = route
    await this.display(route)
    this.waiting = null
  }

  async display ({ parts: [name], query }) {
    this.drop()
    this.turn += 1
    const { turn, catalog, services } = this
    this.content.replaceChildren(h('p', { class: 'muted' }, 'Loading …'))
    const opened = services.handed.get('form.model')
    services.handed.delete('form.model')
    const [classes, packages, applications] = await Promise.all([catalog.classes(), catalog.packages(), catalog.applications()])
    if (turn !== this.turn) return
    const byKey = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]))
    const isApplication = (each) => applications.has(each.name)
    const titleOf = (each) => isApplication(each) ? byKey.get(`${each.package} ${each.version}`)?.title : null
    // What fits nowhere is looked for by the service, which says what is near.
    const find = (text) => meant(classes, text, isApplication, titleOf) ?? (fitting(classes, text, titleOf).length ? null : text)
    this.picker.show(classes, name ?? query.find, find)
    if (name === undefined) this.choose({ classes, packages: byKey, applications, query })
    else if (!classes.some((each) => each.name === name) && ![null, name].includes(find(name))) services.navigate('form', [find(name)], query, { replace: true })
    else {
      const class_ = await catalog.resolve({ name, version: query.version ?? null, package: query.package ?? null })
      if (turn !== this.turn) return
      this.bench = new Workbench({ services, catalog, class_, element: this.content })
      await this.bench.draw(opened, query.builder)
    }
  }

  /** Show the classes to choose among. */
  choose ({ classes, packages, applications, query }) {
    const { services } = this
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
      h('p', { class: 'lead muted' }, 'Every class has a form, drawn from its contracts; what is filled in becomes an object model.'),
      this.list.element)
  }
}
