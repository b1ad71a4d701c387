// Fields of one value: texts, numbers, true and false, choices.
import { h } from '../../shell/dom.js'
import { approximate, wholeNumber, writeJson } from '../../shell/json.js'
import { LINES, PASSWORD } from '../schema.js'
import { Field } from './field.js'

/** A field of one value. A default is shown as the value until another one is given. */
class ScalarField extends Field {
  constructor (...args) {
    super(...args)
    this.given = undefined
  }

  getValue () { return approximate(this.given) }
  getModel () { return this.given }

  setValue (value) {
    this.given = this.taken(value)
    this.display()
    this.form.touched()
  }

  /** Return what the contract will make of a value of a model. */
  taken (value) { return value }

  /** Take what the user gave; undefined leaves the value out. */
  give (value, { redraw = false } = {}) {
    this.given = value
    if (redraw) this.display()
    else this.displayState()
    this.changed()
  }

  display () {
    this.show(this.given === undefined ? this.default : this.given)
    this.displayState()
  }

  displayState () {
    const isGiven = this.given !== undefined
    this.container.classList.toggle('given', isGiven)
    this.setExtras(
      !isGiven && this.hasDefault && this.default !== null && 'default',
      this.given === null && 'null',
      ...this.besides(isGiven),
      isGiven && this.hasDefault && ['Reset', () => this.reset()]
    )
  }

  reset () {
    this.give(undefined, { redraw: true })
    this.control.focus()
  }

  /** What can be done besides, for `setExtras`. */
  besides () { return [] }

  get canBeGivenNull () { return this.nullable && this.hasDefault && this.default !== null && this.given !== null }
  giveNull () {
    this.give(null, { redraw: true })
    this.control.focus()
  }
}

export class TextField extends ScalarField {
  makeControl () {
    if (this.isSecret) return h('input', { type: 'password', autocomplete: 'new-password', spellcheck: 'false', oninput: ({ target }) => this.take(target.value) })
    const long = this.schema.format === LINES || isLong(this.default) || (this.schema.maxLength ?? 0) > 200
    return long ? this.makeLines() : this.makeLine()
  }

  get isSecret () { return this.schema.format === PASSWORD }

  makeLine () {
    const control = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', oninput: () => this.take(control.value) })
    control.addEventListener('paste', (event) => {
      const text = event.clipboardData.getData('text/plain')
      if (!hasLines(text.trimEnd())) return
      event.preventDefault() // it would become one line
      const { selectionStart, selectionEnd } = control
      const lines = this.useLines()
      lines.setRangeText(text, selectionStart, selectionEnd, 'end')
      this.take(lines.value)
    })
    return control
  }

  makeLines () {
    return h('textarea', { rows: 4, class: 'prose', spellcheck: 'false', oninput: ({ target }) => this.take(target.value) })
  }

  /** Let the text have several lines; return the control for them. */
  useLines () {
    const line = this.control
    if (line.tagName === 'TEXTAREA') return line
    const hadKeyboard = line === document.activeElement
    this.control = this.prepared(this.makeLines())
    this.control.value = line.value
    line.replaceWith(this.control)
    this.showMessages()
    if (hadKeyboard) this.control.focus()
    return this.control
  }

  taken (value) { return ['number', 'bigint'].includes(typeof value) ? String(value) : value }

  // An emptied field gives an empty string where that says something else than giving nothing.
  take (text) {
    if (text !== '' || (this.hasDefault && this.default !== null && this.default !== '')) this.give(text)
    else this.give(undefined)
  }

  besides () {
    const empty = this.control.value === ''
    const mayBeEmpty = !(this.schema.minLength > 0) && empty && this.given === undefined && !this.hasDefault
    return [
      this.given === '' && 'empty string',
      mayBeEmpty && ['Empty string', () => this.give('', { redraw: true }), true],
      this.given === '' && !this.hasDefault && ['Clear', () => this.give(undefined, { redraw: true })],
      this.canBeGivenNull && ['Null', () => this.giveNull(), true],
      this.isSecret && [this.control.type === 'password' ? 'Show' : 'Hide', () => {
        this.control.type = this.control.type === 'password' ? 'text' : 'password'
        this.displayState()
        this.extras.querySelector('button').focus()
      }],
      !this.isSecret && this.control.tagName === 'INPUT' && ['Several lines', () => {
        this.useLines().focus()
        this.displayState()
      }, true]
    ]
  }

  show (value) {
    if (hasLines(value) && !this.isSecret) this.useLines()
    // A model may have a value of another kind here, which the contract may convert.
    this.control.value = value === null || value === undefined ? '' : typeof value === 'string' ? value : writeJson(value)
    this.control.placeholder = this.given === undefined && value === '' ? '(empty string)' : ''
  }
}

function hasLines (value) { return typeof value === 'string' && /[\r\n]/.test(value) }
function isLong (value) { return hasLines(value) || (typeof value === 'string' && value.length > 120) }

export class NumberField extends ScalarField {
  makeControl () {
    const control = h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', class: 'number' })
    control.addEventListener('input', () => this.take(control.value.trim()))
    control.addEventListener('blur', () => { if (this.given === undefined) this.display() }) // what holds again after it was emptied
    return control
  }

  taken (value) { return typeof value === 'string' && isWhole(value) ? wholeNumber(value) : value }

  take (text) {
    if (text === '') this.give(undefined)
    else if (isWhole(text)) this.give(wholeNumber(text))
    else this.give(text) // kept as it is written: the schema refuses it
  }

  besides () { return [this.canBeGivenNull && ['Null', () => this.giveNull(), true]] }

  show (value) { this.control.value = value === null || value === undefined ? '' : typeof value === 'object' ? writeJson(value) : String(value) }
}

function isWhole (text) { return /^[+-]?\d+$/.test(text) }

/** A choice among values; `choices` has them. */
export class ChoiceField extends ScalarField {
  get choices () { return this.schema.enum.filter((value) => value !== null) }

  /** What a choice is called: `enumNames` are in the order of `enum`. */
  titleOf (value) { return this.schema.enumNames?.[this.schema.enum.findIndex((each) => same(each, value))] ?? shown(value) }

  makeControl () {
    const control = h('select')
    control.addEventListener('change', () => this.take(control.value))
    return control
  }

  take (key) {
    if (key === NOT_GIVEN) this.give(undefined, { redraw: true })
    else if (key === NULL) this.give(null, { redraw: true })
    else this.give(this.offered[Number(key)], { redraw: true })
  }

  show () {
    const value = this.given
    const isStrange = value !== undefined && value !== null && !this.choices.some((each) => same(each, value))
    // What a model has that may not be chosen stays visible: the message beside it says that it does not fit.
    this.offered = isStrange ? [...this.choices, value] : this.choices
    const nothing = this.hasDefault ? `Default: ${this.titleOf(this.default)}` : this.needed ? 'Choose …' : 'Not set'
    const canBeNull = this.nullable && this.hasDefault && this.default !== null
    this.control.replaceChildren(
      h('option', { value: NOT_GIVEN }, nothing),
      ...this.offered.map((each, at) => h('option', { value: String(at) }, this.titleOf(each))),
      ...(canBeNull || value === null ? [h('option', { value: NULL }, 'null')] : []))
    this.control.value = value === undefined ? NOT_GIVEN : value === null ? NULL : String(this.offered.findIndex((each) => same(each, value)))
  }

  displayState () { this.container.classList.toggle('given', this.given !== undefined) }
}

const NOT_GIVEN = ''
const NULL = 'null'

function same (one, other) { return writeJson(one) === writeJson(other) }
function shown (value) { return typeof value === 'string' ? (value === '' ? '(empty string)' : value) : writeJson(value) }

export class FlagField extends ChoiceField {
  get choices () { return [true, false] }
  titleOf (value) { return shown(value) }
}
