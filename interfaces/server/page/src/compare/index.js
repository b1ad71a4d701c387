// The view "compare": what the form of a UI definition makes of answers, beside what the form of the class makes.
import { at, ApiError } from '../shell/api.js'
import { whileBusy } from '../shell/busy.js'
import { fill, h } from '../shell/dom.js'
import { readYaml, readYamlLoosely, writeYaml } from '../shell/yaml.js'
import { Catalog } from '../form/catalog.js'
import { drawForm, FormContext } from '../form/drawing.js'
import { environmentOf, ofApplication, splitEnvironment } from '../form/environment.js'
import { findingsList } from '../form/findings.js'
import { readObject, splitProperties, writeObject, writeType } from '../form/model.js'
import { answersOf } from './answers.js'
import { withPlacesAsIds } from './comparable.js'
import { diffLines } from './diff.js'

export const ADDRESS = { parts: 1, query: { version: null } }

export async function mount (element, services, route) {
  const { packages } = await services.api.get('packages', { findings: false })
  const view = new Comparison(services, packages.filter(({ has_ui: hasUi }) => hasUi))
  element.append(view.element)
  await view.follow(route)
  return { update: (next) => view.follow(next), unmount: () => view.close() }
}

class Comparison {
  constructor (services, packages) {
    this.services = services
    this.catalog = new Catalog(services.api)
    this.packages = packages
    this.form = null
    this.chosen = null
    this.turn = 0 // what is answered to an earlier one is of no use any more
    this.select = h('select', { id: 'compared-package', onchange: () => this.choose(this.select.value) },
      h('option', { value: '' }, packages.length ? 'Choose a package …' : 'No package here has a UI definition'),
      packages.map((each) => h('option', { value: key(each) }, `${each.title ? `${each.title}: ` : ''}${each.name} ${each.version}`)))
    this.answers = h('textarea', { id: 'answers', rows: 14, spellcheck: 'false', 'aria-describedby': 'answers-note answers-message' })
    this.message = h('p', { id: 'answers-message', class: 'field-messages error', role: 'alert' })
    this.fillButton = h('button', { type: 'button', class: 'primary', disabled: true, onclick: () => whileBusy(this.fillButton, () => this.fillIn()) }, 'Fill in both forms')
    this.newForm = h('div', { class: 'new-form' }, h('p', { class: 'muted' }, 'Drawn when the old form was filled in.'))
    this.result = h('div', { class: 'comparison' })
    this.element = h('div', { class: 'compare' },
      h('h1', {}, 'Compare'),
      h('p', { class: 'muted lead' }, 'What the form of a UI definition makes of answers, beside what the form that is drawn from the class makes.'),
      h('div', { class: 'control-line' }, h('label', { htmlFor: 'compared-package' }, 'Package'), this.select),
      h('div', { class: 'compare-inputs' },
        h('section', { class: 'panel', 'aria-labelledby': 'old-form' },
          h('h2', { id: 'old-form' }, 'Old form: the UI definition'),
          h('label', { htmlFor: 'answers' }, 'Answers'),
          h('p', { id: 'answers-note', class: 'muted' }, 'YAML or JSON: for each form, the fields and what is entered.'),
          this.answers, this.message,
          h('p', { class: 'actions' }, this.fillButton)),
        h('section', { class: 'panel', 'aria-labelledby': 'new-form' },
          h('h2', { id: 'new-form' }, 'New form: the class'), this.newForm)),
      this.result)
  }

  async follow ({ parts: [name], query }) {
    const found = this.packages.find((each) => each.name === name && (!query.version || each.version === query.version))
    this.select.value = found ? key(found) : ''
    this.chosen = found ?? null
    this.fillButton.disabled = !found
    this.reset()
    if (name !== undefined && !found) throw new ApiError(404, 'Not found', `No package "${name}" with a UI definition is served here.`)
    this.answers.value = ''
    if (!found) return
    const { turn } = this
    const { ui } = await this.services.api.get(at('packages', found.name), { version: found.version })
    // What was entered in the meantime stays.
    if (turn === this.turn && this.answers.value === '') this.answers.value = writeYaml(answersOf(readYamlLoosely(ui)))
  }

  choose (value) {
    const found = this.packages.find((each) => key(each) === value)
    if (found) this.services.navigate('compare', [found.name], { version: found.version })
    else this.services.navigate('compare')
  }

  reset () {
    this.close()
    this.message.textContent = ''
    this.answers.removeAttribute('aria-invalid')
    fill(this.newForm, h('p', { class: 'muted' }, 'Drawn when the old form was filled in.'))
    this.result.replaceChildren()
  }

  close () {
    this.turn += 1
    this.form?.destroy()
    this.form = null
  }

  // ---- the old form ----

  async fillIn () {
    this.services.clearErrors()
    this.reset()
    let answers
    try {
      answers = readYaml(this.answers.value) ?? {}
    } catch (error) {
      this.refuse(error.message)
      return
    }
    const { turn } = this
    try {
      const path = at('forms', this.chosen.name)
      const ask = (query) => this.services.api.post(path, { answers }, { query: { version: this.chosen.version, ...query } })
      const [written, rendered] = await Promise.all([ask({ unrendered: true }), ask({})])
      if (turn !== this.turn) return
      this.old = rendered
      await this.drawNew(readObject(written.model))
      if (turn === this.turn) await this.compare()
    } catch (error) {
      if (turn !== this.turn) return
      if (!(error instanceof ApiError) || !error.diagnostics.length) this.services.showError(error)
      else fill(this.result, findings('The old form does not take these answers', error.diagnostics, this.services))
    }
  }

  refuse (text) {
    this.message.textContent = text
    this.answers.setAttribute('aria-invalid', 'true')
    this.answers.focus()
  }

  // ---- the new form ----

  /** Draw the form of the class, with what the old form gave. */
  async drawNew (written) {
    const { turn } = this
    const application = readObject(splitEnvironment(this.old.model).application)
    this.object = { class: application.class, header: written.header }
    const schema = (await this.catalog.schemas(this.object.class))['']
    const place = h('div')
    const { others } = splitProperties(schema, written.properties)
    const context = new FormContext({ services: this.services, catalog: this.catalog, model: () => this.model, changed: () => {} })
    fill(this.newForm,
      h('p', { class: 'muted' }, h('code', {}, writeType(this.object.class)), ', filled with what the old form gives. Change it, and compare again.'),
      Object.keys(others).length > 0 && h('p', { class: 'message warning' }, 'The old form gives what this one has no field for, so it is lost: ', h('strong', {}, Object.keys(others).join(', ')), '.'),
      place,
      h('p', { class: 'actions' }, h('button', { type: 'button', class: 'primary', onclick: () => this.compare().catch(this.services.showError) }, 'Compare again')))
    if (turn !== this.turn) return
    this.form = drawForm(place, schema, context)
    this.form.properties = Object.fromEntries(Object.entries(written.properties).filter(([name]) => !Object.hasOwn(others, name)))
  }

  get model () { return this.form ? writeObject({ ...this.object, properties: this.form.properties }) : null }

  // ---- both ----

  async compare () {
    this.services.clearErrors()
    this.form.check()
    const { application, others } = splitEnvironment(this.old.model)
    const { turn } = this
    try {
      const { model, diagnostics: found } = await this.services.api.post('render', environmentOf([this.model, ...others], this.old.model))
      if (turn !== this.turn) return
      const diagnostics = found.map(ofApplication)
      this.form.show(diagnostics)
      const { words, shown } = difference(application, splitEnvironment(model).application)
      this.services.announce(words)
      fill(this.result, shown,
        diagnostics.length > 0 && findings('What is to be said of the new model', diagnostics, this.services, 'warning'))
    } catch (error) {
      if (turn !== this.turn) return
      if (!(error instanceof ApiError) || !error.diagnostics.length) throw error
      const diagnostics = error.diagnostics.map(ofApplication)
      this.form.show(diagnostics)
      fill(this.result, findings('What the new form makes does not load', diagnostics, this.services))
    }
  }
}

function key ({ name, version }) { return `${name}/${version}` }

/** Return how two models differ, in words and drawn. */
function difference (old, new_) {
  const rows = diffLines(...[old, new_].map((model) => writeYaml(withPlacesAsIds(model))))
  const changes = rows.filter(({ kind }) => kind !== 'same').length
  const table = h('table', { class: 'diff' },
    h('caption', { class: 'for-screen-readers' }, 'Both rendered models, line by line'),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Old form'), h('th', { scope: 'col' }, 'New form'))),
    h('tbody', {}, rows.map(({ kind, left, right }) => h('tr', { class: kind },
      cell(left, kind === 'same' ? null : 'only in the old model, or different: ', '−'), cell(right, kind === 'same' ? null : 'only in the new model, or different: ', '+')))))
  const only = h('input', { type: 'checkbox', id: 'only-differences', onchange: () => table.classList.toggle('only-differences', only.checked) })
  const words = changes ? `${changes} line${changes === 1 ? ' differs' : 's differ'}` : 'Both forms make the same model'
  const shown = [
    h('div', { class: `message ${changes ? 'info' : 'good'}` }, h('h2', {}, words)),
    h('div', { class: 'panel' },
      h('p', { class: 'actions' }, only, h('label', { htmlFor: 'only-differences' }, 'Only what differs'),
        h('span', { class: 'muted' }, 'Ids are shown as the places of their objects.')),
      h('div', { class: 'diff-scroll', tabindex: '0', role: 'region', 'aria-label': 'Differences' }, table))
  ]
  return { words, shown }
}

function cell (line, words, sign) {
  if (line === null) return h('td', { class: 'absent' })
  return h('td', {}, words && h('span', { class: 'sign' }, h('span', { 'aria-hidden': 'true' }, sign), h('span', { class: 'for-screen-readers' }, words)), h('code', {}, line))
}

function findings (title, diagnostics, services, kind = 'error') {
  return h('div', { class: `message ${kind}` }, h('h2', {}, title), findingsList(diagnostics, services))
}
