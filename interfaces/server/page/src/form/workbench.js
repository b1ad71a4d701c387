// The form of one class, its model builders, and the object model that grows with it.
import { ApiError } from '../shell/api.js'
import { dataPane } from '../shell/data-pane.js'
import { fill, h } from '../shell/dom.js'
import { writeJson } from '../shell/json.js'
import { drawForm, FormContext } from './drawing.js'
import { openInForm } from './class-picker.js'
import { APPLICATION, environmentOf, ofApplication, splitEnvironment } from './environment.js'
import { findingsList } from './findings.js'
import { freshObjectId, given, readObject, splitProperties, writeObject, writeType } from './model.js'
import { tabs } from './tabs.js'

export class Workbench {
  constructor ({ services, catalog, class_, element }) {
    Object.assign(this, { services, catalog, class: class_, element })
    this.forms = []
    this.isClosed = false
  }

  /** Draw all; `object` fills the form, else what the user left here. */
  async draw (object, builder) {
    let schemas, isApplication
    try {
      [schemas, isApplication] = await Promise.all([this.catalog.schemas(this.class), this.catalog.isA(this.class, APPLICATION)])
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) throw error
      fill(this.element, noForm(this.class, error, this.services))
      return
    }
    if (this.isClosed) return
    const replaced = this.services.handed.get(this.keptAs)
    const opened = object ?? replaced
    this.state = this.services.api.state
    this.schemas = schemas
    this.isApplication = isApplication
    this.header = { id: freshObjectId(), ...opened?.header }
    this.writtenClass = opened?.class ?? this.class
    const schema = schemas['']
    const builders = Object.keys(schemas).filter((name) => name !== '')

    const startOver = h('button', { type: 'button', class: 'small', onclick: () => this.startOver() }, 'Start over')
    this.modelPane = dataPane({ title: 'Object model', name: () => this.class.name, announce: this.services.announce, actions: [startOver], onSave: () => this.saved() })
    this.note = h('div')
    this.result = h('div', { class: 'render-result' })
    this.renderButton = h('button', { type: 'button', class: 'primary', onclick: () => this.render() }, 'Render')
    const classPanel = h('div', { class: 'form-panel' })
    this.kept = h('p', { class: 'muted' })
    const heading = h('h2', { tabindex: '-1' }, schema.title ?? this.class.name)
    this.formTabs = builders.length === 0 ? null : tabs([
      { title: 'Properties', name: '', panel: classPanel },
      ...builders.map((name) => ({ title: schemas[name].title ?? name, name, panel: this.builderPanel(name, schemas[name]) }))
    ], 'Ways to fill the form')
    fill(this.element,
      h('div', { class: 'workbench' },
        h('div', { class: 'workbench-form' },
          h('header', { class: 'class-head' },
            heading,
            h('p', { class: 'class-line' }, h('code', {}, writeType(this.class)), ' ',
              h('a', { href: this.services.href('graph', [this.class.package ?? ''], { class: this.class.name }) }, 'in the class graph')),
            schema.description && h('p', { class: 'as-written' }, schema.description),
            schema.helpText && h('p', { class: 'help as-written' }, schema.helpText)),
          h('div', { class: 'panel' }, this.formTabs?.element ?? classPanel, this.kept)),
        h('div', { class: 'workbench-model' },
          h('div', { class: 'panel' }, this.modelPane.element, this.note, h('div', { class: 'actions render-line' }, this.renderButton, h('span', { class: 'muted' }, `checks it${isApplication ? ' inside of an environment, as an application' : ''}, and completes it with all defaults`))),
          this.result)))

    this.context = new FormContext({ services: this.services, catalog: this.catalog, model: () => this.model, changed: () => this.changed() })
    this.form = await drawForm(classPanel, schema, this.context)
    this.forms.push(this.form)
    if (this.isClosed) {
      this.close()
      return
    }
    if (opened) this.fill(opened)
    if (object) this.saved()
    if (object && replaced) this.offerBack('A model was opened here.', replaced)
    this.changed()
    if (document.activeElement === document.body) heading.focus({ preventScroll: true }) // what had the keyboard, a link, is gone
    if (builder && this.formTabs) this.formTabs.select(({ name }) => name === builder)
  }

  /** Where the model waits for the user who comes back to this class. */
  get keptAs () { return `form.kept ${writeType(this.class)}` }

  close () {
    if (this.form && !this.isClosed) this.keep()
    this.isClosed = true
    for (const form of this.forms) form.destroy()
    this.forms = []
  }

  keep () {
    const { object } = this
    if (Object.keys(object.properties).length) this.services.handed.set(this.keptAs, object)
    else this.services.handed.delete(this.keptAs)
  }

  get object () { return { class: this.writtenClass, header: this.header, properties: this.form.properties } }
  get model () { return this.form ? writeObject(this.object) : null }

  /** The user has the model as a file. */
  saved () {
    this.savedText = writeJson(this.form.properties)
    this.services.unsaved.delete(this.keptAs)
  }

  /** Say what took the place of what was there, with a way back. */
  offerBack (words, object) {
    if (!Object.keys(object.properties).length) return
    fill(this.note, h('p', { class: 'message info' }, words, ' ', h('button', {
      type: 'button',
      class: 'small',
      onclick: () => {
        this.note.replaceChildren()
        this.writtenClass = object.class
        this.fill(object)
        this.changed()
        this.modelPane.element.querySelector('button').focus()
        this.services.announce('The form is as it was.')
      }
    }, 'Bring back what was there')))
  }

  async startOver () {
    const before = this.object
    this.services.handed.delete(this.keptAs)
    await this.drawAgain()
    this.offerBack('The form is empty again.', before)
    this.services.announce('The form is empty again.')
  }

  /** Draw the form of the class as it is now. */
  async redraw () {
    this.keep()
    await this.drawAgain()
  }

  /** Draw all anew, with what is kept. */
  async drawAgain () {
    for (const form of this.forms) form.destroy()
    this.forms = []
    this.form = null
    await this.draw()
  }

  fill (object) {
    this.header = { id: freshObjectId(), ...object.header }
    this.form.properties = object.properties
    const others = Object.keys(splitProperties(this.schemas[''], object.properties).others)
    this.kept.textContent = others.length ? `Kept as they are, without a field: ${others.join(', ')}.` : ''
  }

  changed () {
    if (this.isClosed || !this.form) return
    this.modelPane.show(this.model)
    const { properties } = this.form
    const isSaved = !Object.keys(properties).length || writeJson(properties) === this.savedText
    if (isSaved) this.services.unsaved.delete(this.keptAs)
    else this.services.unsaved.add(this.keptAs)
  }

  // ---- model builders ----

  builderPanel (name, schema) {
    const place = h('div')
    const context = new FormContext({ services: this.services, catalog: this.catalog, model: () => this.model, changed: () => {} })
    let form = null
    const button = h('button', { type: 'button', class: 'primary', disabled: true, onclick: () => this.build(name, form, button) }, 'Build the model')
    drawForm(place, schema, context).then((drawn) => {
      form = drawn
      this.forms.push(form)
      button.disabled = false
      if (this.isClosed) this.close()
    }, this.services.showError)
    return h('div', { class: 'form-panel' },
      schema.description && h('p', { class: 'as-written muted' }, schema.description),
      schema.helpText && h('p', { class: 'help as-written' }, schema.helpText),
      place, h('div', { class: 'actions' }, button, h('span', { class: 'muted' }, 'changes the object model; its form shows the result')))
  }

  async build (name, form, button) {
    if (!form.check()) return
    button.disabled = true
    this.services.clearErrors()
    try {
      const parameters = await this.parametersOf(name, form.properties)
      const built = await this.services.api.post('actions', given({
        className: this.class.name,
        methodName: name,
        packageName: this.class.package,
        classVersion: this.class.version ? `=${this.class.version}` : undefined,
        parameters
      }))
      if (this.isClosed) return
      const object = readObject(built)
      if (object === null) throw new Error(`${name} gave no object model, but ${writeJson(built).slice(0, 200)}`)
      if (object.class !== null && object.class.name !== this.class.name) {
        openInForm(object, this.services)
        return
      }
      const before = this.object
      this.fill(object)
      this.changed()
      this.offerBack(`${name} has built the model.`, before)
      this.formTabs.select(({ name: tab }) => tab === '')
      this.services.announce(`${name} has built the model.`)
    } catch (error) {
      this.services.showError(error)
    } finally {
      button.disabled = false
    }
  }

  // Its first parameter is the model as it is now.
  async parametersOf (name, properties) {
    const details = await this.catalog.details(this.class)
    const [first] = argumentNames(details.methods?.[name])
    return first === undefined ? properties : { [first]: this.model, ...properties }
  }

  // ---- rendering ----

  async render () {
    this.services.clearErrors()
    if (this.formTabs) this.formTabs.select(({ name }) => name === '')
    this.form.check()
    this.renderButton.disabled = true
    const { isApplication } = this
    const own = isApplication ? ofApplication : (diagnostic) => diagnostic
    try {
      const { model, diagnostics } = await this.services.api.post('render', isApplication ? environmentOf([this.model]) : this.model)
      this.showResult(isApplication ? splitEnvironment(model).application : model, diagnostics.map(own))
    } catch (error) {
      if (!(error instanceof ApiError) || !error.diagnostics.length) this.services.showError(error)
      else this.showResult(null, error.diagnostics.map(own))
    } finally {
      this.renderButton.disabled = false
    }
  }

  showResult (model, diagnostics) {
    if (this.isClosed) return // the user went to another form meanwhile
    const placed = this.form.show(diagnostics)
    const fields = new Map(placed.map(({ diagnostic, field }) => [diagnostic, field]))
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length
    const pane = model === null ? null : dataPane({ title: 'Rendered model', name: () => `${this.class.name}-rendered`, announce: this.services.announce })
    pane?.show(model)
    const verdict = model === null ? `The model does not load: ${errors} error${errors === 1 ? '' : 's'}` : 'The model loads'
    this.services.announce(verdict)
    const isOutdated = this.state !== this.services.api.state
    fill(this.result,
      isOutdated && h('p', { class: 'message info' }, 'The catalog has changed since this form was drawn. ',
        h('button', { type: 'button', class: 'small', onclick: () => this.redraw() }, 'Draw it again')),
      h('div', { class: `message ${model === null ? 'error' : diagnostics.length ? 'warning' : 'good'}` },
        h('h3', {}, verdict),
        diagnostics.length > 0 && findingsList(diagnostics, this.services, (diagnostic) => this.goTo(fields.get(diagnostic), diagnostic.model_path))),
      pane && h('div', { class: 'panel' }, pane.element))
    if (model === null) placed.find(({ field }) => field)?.field.focus()
  }

  goTo (field, path) {
    if (!field || field === this.form.root) return null
    return h('button', { type: 'button', class: 'small quiet', onclick: () => field.focus() }, 'Go to ', h('code', {}, path))
  }
}

function argumentNames (method) {
  const written = method?.arguments ?? []
  return Array.isArray(written) ? written.map((each) => each.name ?? each) : Object.keys(written)
}

function noForm (class_, error, services) {
  return h('div', { class: 'message error' },
    h('h2', {}, `There is no form for ${class_.name}`),
    h('p', { class: 'as-written' }, error.message),
    error.diagnostics.length > 0 && findingsList(error.diagnostics.slice(0, 50), services, ({ file, line }) =>
      file && h('span', { class: 'muted' }, ` ${file}${line ? `:${line}` : ''}`)))
}
