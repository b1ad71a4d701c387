// The objects of a rendered model: drawn, and as a list with what one of them has.
import { fill, h } from '../shell/dom.js'
import { drawing } from './drawing.js'
import { classOf, readModelGraph } from './model-graph.js'

/** So many objects are listed; the drawing and the graph have the others. */
const MOST_LISTED = 500

/** Return `{element, draw(), destroy()}` for the graph of a model; it is drawn once the element is shown. */
export function modelView (graph, services) {
  const model = readModelGraph(graph)
  const details = h('div', { class: 'object-details', hidden: true, role: 'region', 'aria-label': 'Object' })
  const canvas = drawing(services, choose, {
    label: 'Drawing of the objects',
    tooMany: (number) => `${number} objects are too many for one drawing.`
  })
  const rows = [...model.objects].slice(0, MOST_LISTED)
  const more = model.objects.size - rows.length
  const list = h('ul', { class: 'object-list', 'aria-label': 'Objects of the model' },
    rows.map(([node]) => h('li', {}, objectButton(node))),
    more > 0 && h('li', { class: 'muted' }, `and ${more} more`))
  const element = h('div', { class: 'model-graph' },
    h('h3', {}, 'Objects', ' ', h('small', { class: 'muted' }, String(model.objects.size))),
    canvas.element, details,
    h('details', {}, h('summary', {}, 'List of objects'), list))

  function objectButton (node) {
    const { title, name } = model.objects.get(node)
    return [
      h('button', { type: 'button', class: 'link', onclick: () => choose(node) }, title), ' ',
      h('small', { class: 'muted' }, name)
    ]
  }

  function choose (node) {
    canvas.select(node)
    details.hidden = node === null
    if (node === null) return
    const { id, title, name, type, owner, has, usedBy } = model.objects.get(node)
    fill(details,
      h('h4', {}, title, ' ', h('small', { class: 'muted' }, name)),
      h('dl', { class: 'remarks' },
        h('dt', {}, 'Id'), h('dd', {}, h('code', {}, String(id))),
        h('dt', {}, 'Class'), h('dd', {}, h('a', { href: classLink(type) }, classOf(type))),
        owner !== null && [h('dt', {}, 'Part of'), h('dd', {}, objectButton(owner))],
        places('Has', has, objectButton),
        places('In', usedBy, objectButton)))
    services.announce(`${title} ${name}`)
  }

  function classLink (type) {
    const [name, version, packageName] = type.split(/[/@]/)
    return services.href('classes', [packageName], { class: `${name}/${version}` })
  }

  return { element, draw: () => canvas.draw(model), destroy: () => canvas.destroy() }
}

/** Return where objects stand: the property, and the object in it or around it. */
function places (title, references, objectButton) {
  return references.slice(0, MOST_LISTED).map(({ node, property, owned }, index) => [
    h('dt', {}, index === 0 ? title : ''),
    h('dd', {}, h('code', {}, property), ' ', objectButton(node), !owned && h('small', { class: 'muted' }, ' by reference'))
  ])
}
