// A model builder of a class: the form of its parameters, and what it makes of the model as it is.
import { whileBusy } from '../shell/busy.js'
import { h } from '../shell/dom.js'
import { writeJson } from '../shell/json.js'
import { drawForm, FormContext } from './drawing.js'
import { given, readObject } from './model.js'
import { specOf } from './versions.js'

/**
 * A model builder. `model()` is the model as it is, `onBuilt(object)` takes what it makes of that.
 */
export class Builder {
  constructor ({ services, catalog, class_, name, schema, model, onBuilt }) {
    Object.assign(this, { services, catalog, class: class_, name, model, onBuilt })
    this.isClosed = false
    const place = h('div')
    this.button = h('button', { type: 'button', class: 'primary', onclick: () => whileBusy(this.button, () => this.build()) }, 'Build the model')
    this.element = h('div', { class: 'form-panel' },
      schema.description && h('p', { class: 'as-written muted' }, schema.description),
      schema.helpText && h('p', { class: 'help as-written' }, schema.helpText),
      place, h('div', { class: 'actions' }, this.button, h('span', { class: 'muted' }, 'changes the object model; its form shows the result')))
    const context = new FormContext({ services, catalog, model, changed: () => {} })
    this.form = drawForm(place, schema, context)
  }

  close () {
    this.isClosed = true
    this.form.destroy()
  }

  async build () {
    if (!this.form.check()) return
    this.services.clearErrors()
    try {
      const { name, version, package: pkg } = this.class
      const built = await this.services.api.post('actions', given({
        className: name,
        methodName: this.name,
        packageName: pkg,
        classVersion: specOf(version),
        parameters: await this.#parameters()
      }))
      if (this.isClosed) return
      const object = readObject(built)
      if (object === null) throw new Error(`${this.name} returned no object model, but ${writeJson(built)?.slice(0, 200)}`)
      this.onBuilt(object)
    } catch (error) {
      this.services.showError(error)
    }
  }

  // Its first parameter is the model as it is now.
  async #parameters () {
    const details = await this.catalog.details(this.class)
    const [first] = details.methods?.[this.name]?.arguments ?? []
    return first === undefined ? this.form.properties : { [first.name]: this.model(), ...this.form.properties }
  }
}
