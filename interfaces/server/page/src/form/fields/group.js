// Fields that consist of fields.
import { fill, h } from '../../shell/dom.js'
import { Field } from './field.js'

/** A field of fields. A default is shown until something in it is changed; then all that is shown is given. */
export class GroupField extends Field {
  constructor (...args) {
    super(...args)
    this.isGiven = false
  }

  draw () {
    this.content = h('div', { class: 'group-content' })
    this.legend = h('legend', {}, this.titleParts())
    this.tools = h('div', { class: 'group-tools' })
    this.group = h('fieldset', { id: this.id, class: 'group', 'aria-describedby': `${this.notes.id} ${this.messageList.id}` },
      this.legend, this.extras, this.notes, this.messageList, this.content, this.tools)
    fill(this.container, this.group)
  }

  /** Return a field inside of this one, built, with its container. `heading` is its title where its schema has none. */
  makeChild (schema, key, heading, more = {}) {
    return this.fieldOf(schema, { form: this.form, key, parent: this, container: h('div'), heading, ...more })
  }

  /** Return whether there has to be a value in a field inside that has none. */
  lacks (child) { return !child.nullable }

  /** Something in it was changed by the user: what is shown is given now. */
  takeOver () {
    if (this.isGiven) return
    this.isGiven = true
    this.displayState()
  }

  displayState () {
    this.container.classList.toggle('given', this.isGiven)
    if (!this.hasDefault) return
    this.setExtras(!this.isGiven && 'default', this.isGiven && ['Reset', () => {
      this.setValue(undefined)
      this.changed()
      this.group.querySelector('button, input, select, textarea')?.focus()
    }])
  }

  changed () {
    this.takeOver()
    super.changed()
  }

  markInvalid () {}

  focus () {
    this.reveal()
    const first = this.group.querySelector('input, select, textarea, button')
    first?.focus()
  }
}
