// The form of a UI definition and the form of the class, both to be filled in, and what they make.
import { ApiError, at } from '../shell/api.js'
import { whileBusy } from '../shell/busy.js'
import { fill, h } from '../shell/dom.js'
import { environmentOf, ofApplication, splitEnvironment } from '../form/environment.js'
import { findingsList } from '../form/findings.js'
import { KeptModel } from '../form/kept-model.js'
import { readObject, readType } from '../form/model.js'
import { difference } from './difference.js'
import { NewForm } from './new-form.js'
import { OldForm } from './old-form.js'

export class Comparison {
  /** `package_`: `{name, version}` of a package with a UI definition. */
  constructor ({ services, catalog, package_ }) {
    Object.assign(this, { services, catalog, package: package_ })
    const drafts = ['old', 'new'].map((which) => new KeptModel(services, { name: `compare ${which}`, version: null, package: package_.name }))
    this.drafts = drafts // of the answers, and of what is in the new form
    this.old = new OldForm({ services, catalog, package_, changed: () => this.keep() })
    this.new = null
    this.newPlace = h('div', {}, h('p', { class: 'muted' }, 'Loading …'))
    this.fillButton = h('button', { type: 'button', class: 'small', disabled: true, onclick: () => whileBusy(this.fillButton, () => this.fillIn()) }, 'Fill in from the old form')
    this.button = h('button', { type: 'button', class: 'primary', onclick: () => whileBusy(this.button, () => this.compare()) }, 'Compare')
    this.result = h('div', { class: 'comparison' })
    this.element = h('div', {},
      h('div', { class: 'compare-inputs' },
        h('section', { class: 'panel', 'aria-labelledby': 'old-form' },
          h('div', { class: 'pane-head' }, h('h2', { id: 'old-form' }, 'Old form: the UI definition')), this.old.element),
        h('section', { class: 'panel', 'aria-labelledby': 'new-form' },
          h('div', { class: 'pane-head' }, h('h2', { id: 'new-form' }, 'New form: the class'), this.fillButton), this.newPlace)),
      h('p', { class: 'actions compare-line' }, this.button, h('span', { class: 'muted' }, 'The models of both forms are rendered inside an environment, and compared line by line.')),
      this.result)
  }

  async load () {
    const [answers, properties] = this.drafts.map(({ object }) => object?.properties ?? {})
    const application = await this.old.load(answers)
    if (this.old.isClosed) return
    if (application === null) {
      fill(this.newPlace, h('p', { class: 'muted' }, 'The class of the old form is the result of an expression: the new form appears when the old one is filled in and compared.'))
    } else await this.drawNew(await this.catalog.resolve(readType(application)), properties)
  }

  close () {
    this.keep()
    this.old.close()
    this.new?.close()
  }

  keep () {
    if (this.old.isClosed) return
    this.drafts[0].keep({ properties: this.old.answers })
    if (this.new?.form) this.drafts[1].keep({ properties: this.new.properties })
  }

  async drawNew (class_, properties) {
    const new_ = new NewForm({ services: this.services, catalog: this.catalog, class_, others: () => this.old.answers, changed: () => this.keep() })
    this.new?.close()
    this.new = new_
    fill(this.newPlace, new_.element)
    try {
      await new_.load(properties)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) throw error
      fill(this.newPlace, h('div', { class: 'message error' }, h('h3', {}, `No form for ${class_.name}`),
        h('p', { class: 'as-written' }, error.message), findingsList(error.diagnostics, this.services)))
    }
    this.fillButton.disabled = !new_.form
  }

  /** Return what the old form makes; null where it does not take the answers, after saying so. */
  async oldModel (query = {}) {
    try {
      const path = at('forms', this.package.name)
      const { model } = await this.services.api.post(path, { answers: this.old.answers }, { query: { version: this.package.version, graph: false, ...query } })
      return model
    } catch (error) {
      if (!(error instanceof ApiError) || !error.diagnostics.length) throw error
      this.old.check()
      this.old.judge(error.diagnostics)
      this.result.append(findings('The old form rejects these answers', error.diagnostics, this.services))
      return null
    }
  }

  async fillIn () {
    this.begin()
    const model = await this.oldModel({ unrendered: true })
    if (model === null || !this.new?.form) return
    this.new.fill(readObject(model).properties)
    this.services.announce('The new form was filled in from the old one.')
  }

  async compare () {
    this.begin()
    const environment = await this.oldModel()
    if (this.old.isClosed) return
    const { application, others } = environment === null ? { application: null, others: [] } : splitEnvironment(environment)
    const made = application === null ? null : readObject(application)
    if (this.new === null && made !== null) await this.drawNew(await this.catalog.resolve(made.class), {})
    if (!this.new?.form) return
    const rendered = await this.newModel(made?.header ?? {}, others, environment ?? {})
    if (rendered === null || application === null) return
    const models = [application, rendered]
    const { words, shown } = difference(models, await Promise.all(models.map((model) => this.new.secretsIn(model))))
    this.services.announce(words)
    this.result.prepend(...shown)
  }

  /** Return the application that the new form makes, rendered with others in an environment; null after saying what is wrong. */
  async newModel (header, others, environment) {
    this.new.check()
    try {
      const model = environmentOf([this.new.modelWith(header), ...others], environment)
      const { model: rendered, diagnostics } = await this.services.api.post('render', model, { query: { graph: false } })
      const own = diagnostics.map(ofApplication)
      this.new.show(own)
      if (own.length) this.result.append(findings('Diagnostics of the new model', own, this.services, 'warning'))
      return splitEnvironment(rendered).application
    } catch (error) {
      if (!(error instanceof ApiError) || !error.diagnostics.length) throw error
      const own = error.diagnostics.map(ofApplication)
      this.new.show(own)
      this.result.append(findings('The model of the new form does not load', own, this.services))
      return null
    }
  }

  begin () {
    this.services.clearErrors()
    this.result.replaceChildren()
  }
}

function findings (title, diagnostics, services, kind = 'error') {
  return h('div', { class: `message ${kind}` }, h('h2', {}, title), findingsList(diagnostics, services))
}
