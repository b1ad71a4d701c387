// A field for values that no schema describes: YAML.
import { h } from '../../shell/dom.js'
import { approximate } from '../../shell/json.js'
import { readYaml, writeYaml } from '../../shell/yaml.js'
import { Field } from './field.js'

export class AnythingField extends Field {
  makeControl () {
    const control = h('textarea', { rows: 2, placeholder: this.hasDefault ? '' : 'any value, as YAML' })
    control.spellcheck = false
    control.addEventListener('input', () => {
      this.read()
      this.changed()
    })
    return control
  }

  read () {
    const text = this.control.value
    this.fault = null
    if (text.trim() === '') this.given = undefined
    else {
      try {
        this.given = readYaml(text)
      } catch (error) {
        this.fault = error.message
        this.given = text
      }
    }
    this.displayState()
    this.showMessages()
  }

  getValue () { return approximate(this.given) }
  getModel () { return this.given }

  setValue (value) {
    this.given = value
    this.fault = null
    this.display()
    this.form.touched()
  }

  display () {
    const value = this.given === undefined && this.hasDefault ? this.default : this.given
    this.control.value = value === undefined ? '' : writeYaml(value).trimEnd()
    this.control.rows = Math.min(12, Math.max(2, this.control.value.split('\n').length))
    this.displayState()
  }

  displayState () {
    const isGiven = this.given !== undefined
    this.container.classList.toggle('given', isGiven)
    this.setExtras(!isGiven && this.hasDefault && 'default', isGiven && this.hasDefault && ['Reset', () => {
      this.setValue(undefined)
      this.changed()
      this.control.focus()
    }])
  }

  get faults () { return this.fault ? [{ severity: 'error', text: this.fault }] : super.faults }
}
