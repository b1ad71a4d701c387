// What all fields have in common: label, texts that explain, messages, default, and whether a value is given.
import { fill, freshId, h } from '../../shell/dom.js'
import { NEEDED } from '../messages.js'
import { afterPointer } from '../pointer.js'
import { boundsOf, isNullable, kindOf } from '../schema.js'
import { faultsOf, neededNames } from '../validation.js'

/**
 * A field. Its value is undefined where nothing is given, which leaves the property out of the model.
 *
 * getValue()   what is checked against the schema
 * getModel()   what is written into the object model: the same, but for objects
 * setValue(v)  takes what getModel gives
 */
export class Field {
  /**
   * `form`: what the whole form shares, see drawing.js. `heading`: the title where the schema has none; `within`: what it is in, for
   * screen readers. `isForm`: whether it is the form of a class or method. `fieldOf` makes fields, see fields.js.
   */
  constructor ({ form, schema, key, parent, container, fieldOf, heading, within, isForm = false }) {
    Object.assign(this, { form, schema, key, parent, container, fieldOf, heading, within, isForm })
    this.id = freshId('field')
    this.isHidden = false
    this.wasLeft = false
    this.isMissing = false
    this.findings = [] // of the service, after rendering
    this.messages = [] // of this page
  }

  get title () { return this.schema.title ?? this.heading ?? this.key }
  get nullable () { return isNullable(this.schema) }
  get hasDefault () { return Object.hasOwn(this.schema, 'default') }
  /** What holds where nothing is given: a copy of the written default, else null. */
  get default () { return this.hasDefault ? structuredClone(this.schema.default) : null }
  get neededNames () { return neededNames(this.schema) }
  get needed () { return this.parent?.neededNames.includes(this.key) ?? false }

  /** Fields in this one. */
  children () { return [] }

  // ---- what is drawn ----

  build () {
    this.notes = h('div', { id: `${this.id}-notes`, class: 'notes' })
    this.messageList = h('ul', { id: `${this.id}-messages`, class: 'field-messages' })
    this.extras = h('span', { class: 'extras' })
    this.container.classList.add('field', `field-${kindOf(this.schema)}`)
    this.draw()
    this.setNotes()
    this.display()
  }

  /** Draw the field: a control with a label. Composite fields draw a group. */
  draw () {
    this.control = this.prepared(this.makeControl())
    fill(this.container,
      h('div', { class: 'field-label' }, h('label', { htmlFor: this.id }, this.titleParts())),
      h('div', { class: 'field-control' }, h('div', { class: 'control-line' }, this.control, this.extras), this.messageList, this.notes))
  }

  /** Return a control that belongs to the label and the messages of the field. */
  prepared (control) {
    control.id = this.id
    control.setAttribute('aria-describedby', `${this.notes.id} ${this.messageList.id}`)
    if (this.needed) control.setAttribute('aria-required', 'true')
    control.addEventListener('blur', () => afterPointer(() => this.left()))
    return control
  }

  titleParts () {
    this.titleText = h('span', {}, this.heading ?? this.title)
    return [this.within && h('span', { class: 'for-screen-readers' }, `${this.within} `), this.titleText, this.needed && h('span', { class: 'needed', title: 'required', 'aria-hidden': 'true' }, ' *')]
  }

  setNotes () {
    const bounds = boundsOf(this.schema)
    fill(this.notes,
      this.schema.description && h('p', { class: 'as-written' }, this.schema.description),
      this.schema.helpText && h('p', { class: 'help as-written' }, this.schema.helpText),
      bounds && h('p', { class: 'bounds' }, `${bounds[0].toUpperCase()}${bounds.slice(1)}.`))
    this.notes.hidden = !this.notes.childNodes.length
  }

  /** Show the value. */
  display () {}

  /** Fold what needs no value in it, or unfold it. */
  fold (isFolded) { for (const child of this.children()) child.fold(isFolded) }

  /** Show what can be done besides entering a value: `[text, action, isRare]`, or a text alone. What is rare shows with the keyboard in the field. */
  setExtras (...extras) {
    fill(this.extras, extras.filter(Boolean).map((extra) => typeof extra === 'string'
      ? h('span', { class: 'state' }, extra)
      : h('button', { type: 'button', class: `small quiet${extra[2] ? ' rare' : ''}`, 'aria-label': `${extra[0]}: ${this.title}`, onclick: extra[1] }, extra[0])))
  }

  // ---- life ----

  destroy () {
    for (const child of this.children()) child.destroy()
    this.container.remove()
  }

  // ---- values ----

  /** Say that the user changed the value: what it is in is given too, and what was found of any of them holds no longer. */
  changed () {
    for (let field = this; field !== null; field = field.parent) {
      if (field !== this) field.takeOver?.()
      if (field.findings.length) {
        field.findings = []
        field.showMessages()
      }
    }
    this.form.touched()
  }

  left () {
    this.wasLeft = true
    this.showMessages()
  }

  getModel () { return this.getValue() }

  /** Yield the places of values in the model that are not shown; `steps` lead to this one. */
  * secretPlaces (steps) {
    if (this.isSecret) yield steps
    for (const child of this.children()) yield * child.secretPlaces(child.isForm ? steps : [...steps, child.key])
  }

  // ---- messages ----

  /** Look at the value, and at those of the fields inside; `isInGiven` says that what it is in is given. */
  validate (isInGiven) {
    const value = this.getValue()
    this.isMissing = value === undefined && isInGiven && (this.parent?.lacks(this) ?? false)
    this.messages = value === undefined ? [] : this.faultsOf(value)
    this.showMessages()
    for (const child of this.children()) child.validate(value !== undefined)
  }

  /** Return what is wrong with a value, as texts. */
  faultsOf (value) { return faultsOf(this.schema, value) }

  /** Show what the service found of the value. */
  showFinding (diagnostic) {
    this.findings.push(diagnostic)
    this.showMessages()
  }

  forgetFindings () {
    this.findings = []
    this.showMessages()
    for (const child of this.children()) child.forgetFindings()
  }

  /** What is wrong in the field itself, as far as the user is to be told. What both page and service see is said once. */
  get faults () {
    const isTold = this.isMissing && (this.wasLeft || this.form.showsNeeded)
    const own = isTold ? [NEEDED] : this.messages
    const found = this.findings.filter(({ severity }) => severity !== 'error' || !own.length)
    return [
      ...own.map((text) => ({ severity: 'error', text })),
      ...found.map(({ severity, code, message, suggestion, model_path: path }) => ({ severity, code, text: withoutPath(message, path) + (suggestion ? ` (${suggestion})` : '') }))
    ]
  }

  /** How many errors there are in the field and in those inside. */
  get faultCount () {
    const own = this.faults.filter(({ severity }) => severity === 'error').length
    return this.children().reduce((sum, child) => sum + child.faultCount, own)
  }

  showMessages () {
    if (!this.messageList) return
    const faults = this.faults
    fill(this.messageList, faults.map(({ severity, code, text }) =>
      h('li', { class: severity }, code && h('span', { class: 'code' }, code, ' '), h('span', { class: 'as-written' }, text))))
    const invalid = faults.some(({ severity }) => severity === 'error')
    this.container.classList.toggle('invalid', invalid)
    this.markInvalid(invalid)
  }

  markInvalid (invalid) {
    if (invalid) this.control?.setAttribute('aria-invalid', 'true')
    else this.control?.removeAttribute('aria-invalid')
  }

  /** Put the keyboard into the field. */
  focus () {
    this.reveal()
    this.control?.focus()
  }

  /** Make the field visible: open what it is folded into. */
  reveal () {
    this.parent?.reveal()
    this.parent?.revealChild?.(this)
  }
}

// The field says where it is.
function withoutPath (message, path) {
  return path && message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message
}
