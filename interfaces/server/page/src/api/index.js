// The view of the calls of the service: what they take and answer, from its OpenAPI document, and each of them to be tried.
//
//     #/api                                        all operations
//     #/api/package_report?fqn=my.app&version=1.0.0    one of them, with values of its parameters
import { breakable } from '../shell/breakable.js'
import { fill, h } from '../shell/dom.js'
import { scrollWithin } from '../shell/scroll-within.js'
import { namedTypes, operationsOf, resolved, typeOf } from './operations.js'
import { prose } from '../check/prose.js'
import { trial } from './trial.js'

export const ADDRESS = { parts: 1, query: null }

export async function mount (element, services) {
  return new ApiView(element, services, await services.api.get('openapi.json'))
}

class ApiView {
  #services
  #document
  #operations
  #list = h('nav', { class: 'api-list', 'aria-label': 'Calls of the service' })
  #panel = h('div', { class: 'api-operation panel', role: 'region', 'aria-label': 'Call' })
  #complaints = h('div')
  #shown = null // {operation, trial}

  constructor (element, services, document) {
    this.#services = services
    this.#document = document
    this.#operations = operationsOf(document)
    fill(element, h('h1', {}, 'API'),
      h('p', { class: 'muted' }, 'Operations of the service for programs. ', h('a', { href: 'openapi.json' }, 'openapi.json'), ' describes it for tools.'),
      this.#complaints,
      h('div', { class: 'api-columns' }, this.#list, this.#panel))
    const about = new Map((document.tags ?? []).map(({ name, description }) => [name, description]))
    fill(this.#list, [...new Set(this.#operations.map(({ group }) => group))].map((group) => h('section', {},
      h('h2', {}, group),
      about.has(group) && h('p', { class: 'muted' }, prose(about.get(group))),
      h('ul', {}, this.#operations.filter((each) => each.group === group).map((each) => h('li', {}, this.#link(each)))))))
  }

  update ({ parts: [id], query }) {
    const operation = this.#operations.find((each) => each.id === id) ?? null
    if (this.#shown?.operation !== operation || !this.#shown) this.#show(operation)
    this.#shown.trial?.show(query)
    for (const link of this.#list.querySelectorAll('a')) {
      if (link.dataset.id === id) {
        link.setAttribute('aria-current', 'true')
        scrollWithin(this.#list, link)
      } else link.removeAttribute('aria-current')
    }
    fill(this.#complaints, this.#unknown(id, operation, query).map((text) => h('p', { class: 'message warning', role: 'status' }, text)))
  }

  unmount () {
    this.#shown?.trial?.stop()
  }

  #unknown (id, operation, query) {
    if (id !== undefined && operation === null) return [`Unknown operation “${id}”.`]
    const known = operation?.parameters.map(({ name }) => name) ?? []
    return Object.keys(query).filter((name) => !known.includes(name)).map((name) => `This operation has no parameter “${name}”.`)
  }

  #link ({ id, method, path, summary }) {
    return h('a', { href: this.#services.href('api', [id]), dataset: { id } },
      methodElement(method), h('span', {}, h('span', { class: 'path' }, breakable(path)), ' ', h('small', { class: 'muted' }, prose(summary))))
  }

  #show (operation) {
    this.#shown?.trial?.stop()
    this.#shown = { operation, trial: null }
    this.#list.classList.toggle('is-all', operation === null)
    if (operation === null) {
      fill(this.#panel, h('p', { class: 'muted' }, 'Choose a call to see its parameters and responses, and to try it.'))
      return
    }
    const { id, method, path, also, summary, description, answers, bodies } = operation
    const [, ...details] = description.split(/\n{2,}/)
    const tried = trial(operation, this.#document, this.#services, (values) => this.#services.navigate('api', [id], values, { replace: true }))
    this.#shown.trial = tried
    const schemas = [...bodies, ...answers.filter(({ status }) => status < '400').flatMap(({ content }) => content)].map(({ schema }) => schema)
    fill(this.#panel,
      h('h2', {}, prose(summary)),
      h('p', {}, methodElement(method), ' ', h('span', { class: 'path' }, breakable(path))),
      details.map((text) => h('p', {}, prose(text.replaceAll('\n', ' ')))),
      also.length > 0 && h('p', { class: 'muted' }, 'Also at ', also.map((each, index) => [index > 0 && ', ', h('code', {}, each)]), '.'),
      tried.element,
      h('section', {}, h('h3', {}, 'Responses'), answersElement(answers)),
      typesElement(this.#document, schemas))
    // On a narrow screen the call is below the list.
    const { top } = this.#panel.getBoundingClientRect()
    if (top < 0 || top > window.innerHeight / 2) this.#panel.scrollIntoView()
  }
}

function methodElement (method) {
  return h('span', { class: method === 'GET' ? 'api-method' : 'api-method changes' }, method)
}

function answersElement (answers) {
  return h('dl', {}, answers.map(({ status, description, content }) => [
    h('dt', {}, h('strong', {}, status)),
    h('dd', {}, prose(description), content.length > 0 && h('small', { class: 'muted' }, ' ',
      content.map(({ media, schema }) => `${media}: ${typeOf(schema)}`).join('; ')))]))
}

function typesElement (document, schemas) {
  const names = namedTypes(document, schemas)
  return names.length > 0 && h('section', { class: 'api-types' }, h('h3', {}, 'Types'), h('div', {}, names.map((name) => {
    const { description, properties = {}, required = [], ...rest } = document.components.schemas[name]
    return h('details', {}, h('summary', {}, name),
      description && h('p', {}, prose(description)),
      Object.keys(properties).length > 0
        ? h('dl', {}, Object.entries(properties).map(([property, schema]) => [
          h('dt', {}, h('code', {}, property), !required.includes(property) && h('small', { class: 'muted' }, ' optional')),
          h('dd', {}, typeOf(schema), (schema.description ?? resolved(document, schema).description) && h('span', { class: 'muted' }, ': ', prose(schema.description ?? resolved(document, schema).description)))]))
        : h('p', {}, typeOf(rest)))
  })))
}
