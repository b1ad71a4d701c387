// The form of one class, its model builders, and the object model that grows with it.
import { shortName } from '../graph/class-graph.js'
import { ApiError } from '../shell/api.js'
import { breakable } from '../shell/breakable.js'
import { dataPane } from '../shell/data-pane.js'
import { fill, freshId, h } from '../shell/dom.js'
import { Builder } from './builder.js'
import { openInForm } from './class-picker.js'
import { drawForm, FormContext } from './drawing.js'
import { APPLICATION } from './environment.js'
import { findingsList } from './findings.js'
import { KeptModel } from './kept-model.js'
import { freshObjectId, splitProperties, withoutSecrets, writeObject, writeType } from './model.js'
import { Rendering } from './rendering.js'
import { tabs } from './tabs.js'

export class Workbench {
  constructor ({ services, catalog, class_, element }) {
    Object.assign(this, { services, catalog, class: class_, element })
    this.kept = new KeptModel(services, class_)
    this.form = null
    this.builders = []
    this.rendering = null
    this.isClosed = false
  }

  /** Draw all; `object` fills the form, else what the user left here. */
  async draw (object, builder) {
    let schemas, isApplication, hints
    try {
      [schemas, isApplication, { form: hints }] = await Promise.all([this.catalog.schemas(this.class), this.catalog.isA(this.class, APPLICATION), this.catalog.details(this.class)])
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) throw error
      fill(this.element, noForm(this.class, error, this.services))
      return
    }
    if (this.isClosed) return
    const replaced = this.kept.object
    const opened = object ?? replaced
    this.schemas = schemas
    this.header = { id: freshObjectId(), ...opened?.header }
    const isOfVersion = [null, this.class.version].includes(opened?.class?.version ?? null)
    this.writtenClass = isOfVersion ? opened?.class ?? this.class : this.class
    const { heading, formPlace } = this.layOut(isApplication)
    const context = new FormContext({ services: this.services, catalog: this.catalog, model: () => this.model, changed: () => this.changed(), asking: this.class.package, hints, folds: isShort() })
    this.form = drawForm(formPlace, context.hinted(schemas[''], this.class), context)
    if (opened) this.fill(opened)
    if (object) this.kept.saved(this.form.properties)
    if (object && replaced) this.offerBack('A model was opened.', replaced)
    this.changed()
    if (document.activeElement === document.body) heading.focus({ preventScroll: true }) // what had the keyboard, a link, is gone
    if (builder) this.showTab(builder)
  }

  /** Draw what is around the form. */
  layOut (isApplication) {
    const { services } = this
    const schema = this.schemas['']
    const startOver = h('button', { type: 'button', class: 'small', onclick: () => this.startOver() }, 'Start over')
    this.modelPane = dataPane({ title: 'Object model', name: () => this.class.name, announce: services.announce, actions: [startOver], onSave: () => this.kept.saved(this.form.properties) })
    this.rendering = new Rendering({
      services,
      class_: this.class,
      isApplication,
      model: () => this.model,
      form: ({ isRepeated }) => {
        if (!isRepeated) this.showTab('')
        return this.form
      },
      redraw: () => this.redraw()
    })
    this.note = h('div')
    this.unshown = h('p', { class: 'muted' })
    const formPlace = h('div', { class: 'form-panel' })
    const heading = h('h2', { tabindex: '-1' }, schema.title ?? breakable(shortName(this.class.name)))
    this.formTabs = this.tabsOf(formPlace)
    fill(this.element,
      h('div', { class: 'workbench' },
        h('div', { class: 'workbench-form' },
          h('header', { class: 'class-head' },
            heading,
            h('p', { class: 'class-line' }, h('code', {}, breakable(writeType(this.class))), ' ',
              h('a', { href: services.href('classes', [this.class.package ?? ''], { class: this.class.name }) }, 'in the class graph')),
            schema.description && h('p', { class: 'as-written' }, schema.description),
            schema.helpText && h('p', { class: 'help as-written' }, schema.helpText)),
          h('div', { class: 'panel' }, this.shortChoice(), this.formTabs?.element ?? formPlace, this.unshown)),
        h('div', { class: 'workbench-model' },
          h('div', { class: 'panel' }, this.modelPane.element, this.note, this.rendering.line),
          this.rendering.result)))
    return { heading, formPlace }
  }

  /** Return the box that folds all fields that need no value. */
  shortChoice () {
    const id = freshId('short')
    const box = h('input', {
      id,
      type: 'checkbox',
      checked: isShort(),
      onchange: () => {
        storeShort(box.checked)
        this.form?.fold(box.checked)
      }
    })
    return h('p', { class: 'form-choice' }, box, h('label', { htmlFor: id }, 'Required only', h('span', { class: 'needed', 'aria-hidden': 'true' }, ' *')))
  }

  /** Return the form and the builders as tabs, null where there are no builders. */
  tabsOf (formPlace) {
    const names = Object.keys(this.schemas).filter((name) => name !== '')
    this.builders = names.map((name) => new Builder({
      services: this.services,
      catalog: this.catalog,
      class_: this.class,
      name,
      schema: this.schemas[name],
      model: () => this.model,
      onBuilt: (object) => this.take(object, name)
    }))
    return names.length === 0 ? null : tabs([
      { title: 'Properties', name: '', panel: formPlace },
      ...this.builders.map(({ name, element }) => ({ title: this.schemas[name].title ?? name, name, panel: element }))
    ], 'Ways to fill the form')
  }

  showTab (name, options) { this.formTabs?.select((tab) => tab.name === name, options) }

  close () {
    if (this.form && !this.isClosed) this.kept.keep(this.object)
    this.isClosed = true
    this.drop()
  }

  /** End what is drawn. */
  drop () {
    this.form?.destroy()
    this.form = null
    this.rendering?.close()
    for (const builder of this.builders) builder.close()
    this.builders = []
  }

  get object () { return { class: this.writtenClass, header: this.header, properties: this.form.properties } }
  get model () { return this.form ? writeObject(this.object) : null }

  /** Take what a builder made of the model. */
  take (object, name) {
    if (object.class !== null && object.class.name !== this.class.name) {
      openInForm(object, this.services)
      return
    }
    const before = this.object
    this.fill(object)
    this.changed()
    this.offerBack(`${name} has built the model.`, before)
    this.showTab('', { focus: true })
    this.services.announce(`${name} has built the model.`)
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
        this.services.announce('The form was restored.')
      }
    }, 'Restore the form')))
  }

  async startOver () {
    const before = this.object
    this.kept.forget()
    this.drop()
    await this.draw()
    this.offerBack('The form was cleared.', before)
    this.services.announce('The form was cleared.')
  }

  /** Draw the form of the class as it is now, with what is in it. */
  async redraw () {
    this.kept.keep(this.object)
    this.drop()
    await this.draw()
  }

  fill (object) {
    this.header = { id: freshObjectId(), ...object.header }
    this.form.properties = object.properties
    const others = Object.keys(splitProperties(this.schemas[''], object.properties).others)
    this.unshown.textContent = others.length ? `Unchanged values without a field: ${others.join(', ')}.` : ''
  }

  changed () {
    if (this.isClosed || !this.form) return
    const { model } = this
    this.modelPane.show(model, withoutSecrets(model, this.form.secrets))
    this.rendering.changed()
    this.kept.changed(this.object)
  }
}

const SHORT = 'muranopl.required-only'

/** Return whether forms fold the fields that need no value, as the user chose last. */
function isShort () {
  try {
    return window.localStorage.getItem(SHORT) !== 'no'
  } catch {
    return true
  }
}

function storeShort (isOn) {
  try {
    window.localStorage.setItem(SHORT, isOn ? 'yes' : 'no')
  } catch { /* it holds until the form is left */ }
}

function noForm (class_, error, services) {
  return h('div', { class: 'message error' },
    h('h2', {}, `No form for ${class_.name}`),
    h('p', { class: 'as-written' }, error.message),
    error.diagnostics.length > 0 && findingsList(error.diagnostics.slice(0, 50), services, ({ file, line }) =>
      file && h('span', { class: 'muted' }, ` ${file}${line ? `:${line}` : ''}`)))
}
