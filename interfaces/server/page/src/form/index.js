// The view "form": a class is chosen, its form filled in, and the object model that comes of it rendered.
import { h } from '../shell/dom.js'
import { Catalog } from './catalog.js'
import { classList } from './class-list.js'
import { classPicker } from './class-picker.js'
import { Workbench } from './workbench.js'

export async function mount (element, services, route) {
  const catalog = new Catalog(services.api)
  let bench = null
  let list = null
  const picker = classPicker({ catalog, services, onType: (text) => list?.filter(text) })
  const content = h('div')
  element.append(h('div', { class: 'form-head' }, h('h1', {}, 'Form'), picker.element), content)

  async function update ({ parts: [name], query }) {
    bench?.close()
    bench = null
    list = null
    content.replaceChildren(h('p', { class: 'muted' }, 'Loading …'))
    const classes = await catalog.classes()
    picker.show(classes, name ?? query.find)
    const opened = services.handed.get('form.model')
    services.handed.delete('form.model')
    if (name === undefined) {
      list = classList(classes, services)
      if (query.find) list.filter(query.find)
      content.replaceChildren(list.element)
      return
    }
    const class_ = await catalog.resolve({ name, version: query.version ?? null, package: query.package ?? null })
    bench = new Workbench({ services, catalog, class_, element: content })
    await bench.draw(opened, query.builder)
  }

  await update(route)
  return { update, unmount: () => bench?.close() }
}
