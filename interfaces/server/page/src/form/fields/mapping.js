// Mappings with keys that the schema names (the properties of an object, too), and with keys that the user names.
import { fill, freshId, h } from '../../shell/dom.js'
import { approximate } from '../../shell/json.js'
import { given, isMapping } from '../model.js'
import { entrySchema, sectionsOf } from '../schema.js'
import { emptyOf } from './empty.js'
import { showCount, tabs } from '../tabs.js'
import { GroupField } from './group.js'

/** So many fields are named that are folded. */
const MOST_NAMED = 4

/** The named keys, in sections; what stands in the model besides is kept. */
export class MappingField extends GroupField {
  constructor (...args) {
    super(...args)
    this.named = new Map()
    this.entries = []
    this.others = {}
    this.folded = [] // of a form: {element, badge, names}
    this.order = [] // the names as they are drawn
  }

  children () { return [...this.order.map((name) => this.named.get(name)), ...this.entries.map(({ field }) => field)] }

  draw () {
    if (this.isForm) {
      this.content = h('div', { class: 'group-content' })
      this.tools = h('div', { class: 'group-tools' })
      this.group = h('div', { class: 'form-fields' }, this.messageList, this.notes, this.content, this.tools)
      fill(this.container, this.group)
    } else super.draw()
    this.drawNamed()
    if (entrySchema(this.schema) !== null) this.drawEntries()
    else if (!this.named.size) this.content.append(h('p', { class: 'muted' }, 'Nothing to fill in.'))
  }

  // The notes of a class stand above its form, not in it.
  setNotes () {
    if (this.isForm) this.notes.hidden = true
    else super.setNotes()
  }

  drawNamed () {
    const sections = sectionsOf(this.schema)
    const visible = new Set(sections.flatMap(({ fields }) => fields))
    // Also hidden fields are there: they keep what a model says.
    for (const name of Object.keys(this.schema.properties ?? {})) {
      const field = this.makeChild(this.schema.properties[name], name)
      this.named.set(name, field)
      if (!visible.has(name)) field.isHidden = true
    }
    const panelOf = ({ fields }) => h('div', { class: 'fields' }, this.rowsOf(fields))
    if (sections.length > 1 || sections[0]?.name) {
      this.tabs = tabs(sections.map((section) => ({ title: section.title, fields: section.fields, panel: panelOf(section) })), `Sections of ${this.title}`)
      this.content.append(this.tabs.element)
    } else if (sections.length) this.content.append(panelOf(sections[0]))
    const missing = [...this.named.values()].filter(({ isHidden }) => isHidden)
    this.order.push(...missing.map(({ key }) => key))
    if (missing.length) this.content.append(h('div', { hidden: true }, missing.map(({ container }) => container)))
  }

  /** Return the fields of a section: those that need a value, and the others, folded. */
  rowsOf (names) {
    const containers = (some) => some.map((name) => this.named.get(name).container)
    const [needed, others] = [true, false].map((isNeeded) => names.filter((name) => this.named.get(name).needed === isNeeded))
    if (!this.isForm || this.form.folds === undefined || !needed.length || !others.length) {
      this.order.push(...names)
      return containers(names)
    }
    this.order.push(...needed, ...others)
    const badge = h('span', { class: 'badge', hidden: true })
    const titles = others.map((name) => this.named.get(name).title)
    const element = h('details', { class: 'optional', open: !this.form.folds },
      h('summary', {}, 'Optional ', h('span', { class: 'muted' }, titles.length > MOST_NAMED ? `${titles.slice(0, MOST_NAMED).join(', ')} and ${titles.length - MOST_NAMED} more` : titles.join(', ')), ' ', badge),
      h('div', { class: 'fields' }, containers(others)))
    this.folded.push({ element, badge, names: others })
    return [...containers(needed), element]
  }

  fold (isFolded) {
    for (const { element, names } of this.folded) element.open = !isFolded || names.some((name) => this.named.get(name).getModel() !== undefined)
    super.fold(isFolded)
  }

  drawEntries () {
    this.entryList = h('ul', { class: 'items entries' })
    this.content.append(this.entryList)
    this.addButton = h('button', { type: 'button', class: 'small', onclick: () => this.add() }, '+ Add a key', h('span', { class: 'for-screen-readers' }, ` to ${this.title}`))
    this.tools.append(this.addButton)
  }

  // ---- values ----

  // Without a default, a mapping that is not given is an empty one, in which keys may be missing. The library asks for values by
  // name alone: none may be inherited (`constructor`).
  getValue () {
    const values = this.collect((field) => field.getValue(), false) ?? (this.neededNames.length && !this.hasDefault ? {} : undefined)
    return isMapping(values) ? Object.assign(Object.create(null), values) : values
  }

  /** The values that hold, defaults included. */
  get effective () {
    return Object.fromEntries([...this.named].map(([name, field]) => [name, field.getModel() ?? field.default]))
  }

  getModel () { return this.collect((field) => field.getModel(), true) }

  collect (valueOf, withOthers) {
    if (!this.isForm && !this.isGiven) return undefined
    if (this.strange !== undefined) return withOthers ? this.strange : approximate(this.strange)
    const values = new Map()
    for (const [name, field] of this.named) {
      const value = valueOf(field)
      if (value !== undefined) values.set(name, value)
    }
    for (const { field, isUsable, keyInput } of this.entries) if (isUsable) values.set(keyInput.value, valueOf(field) ?? emptyOf(field))
    if (withOthers) for (const [name, value] of Object.entries(this.others)) values.set(name, value)
    const made = Object.fromEntries(values)
    const isNothing = !this.isForm && !this.hasDefault && !values.size && !this.wasEmpty && !this.entries.length
    return isNothing ? undefined : made
  }

  setValue (value) {
    this.isGiven = value !== undefined
    this.wasEmpty = isMapping(value) && !Object.keys(value).length
    const shown = this.isGiven ? value : this.default
    // What a model has in place of a mapping stays, and is told, until the user gives one.
    this.strange = isMapping(shown) || shown === null ? undefined : shown
    const values = new Map(isMapping(shown) ? Object.entries(shown) : [])
    for (const [name, field] of this.named) {
      field.setValue(values.get(name))
      values.delete(name)
    }
    for (const { field, row } of this.entries) {
      row.remove()
      field.destroy()
    }
    this.entries = []
    if (this.entryList) for (const [key, each] of values) this.appendEntry(key, each, key === '')
    else this.others = Object.fromEntries(values)
    for (const { element, names } of this.folded) if (names.some((name) => isMapping(shown) && shown[name] !== undefined)) element.open = true
    this.displayState()
    this.form.touched()
  }

  display () { if (!this.isForm) this.setValue(undefined) }
  displayState () { if (!this.isForm) super.displayState() }

  takeOver () {
    this.strange = undefined
    super.takeOver()
  }

  // ---- keys that the user names ----

  /** `mayBeEmpty`: the empty string is the key, rather than none yet. */
  appendEntry (key, value, mayBeEmpty = false) {
    const id = freshId('key')
    const keyInput = h('input', { id, type: 'text', value: key, autocomplete: 'off', spellcheck: 'false', placeholder: mayBeEmpty ? '(empty string)' : 'key' })
    const field = this.makeChild(entrySchema(this.schema), key === '' && !mayBeEmpty ? ` ${id}` : key, 'Value', { within: `${this.title}:` })
    const messages = h('p', { class: 'field-messages error', id: `${id}-message` })
    keyInput.setAttribute('aria-describedby', messages.id)
    const row = h('li', { class: 'item entry' },
      h('div', { class: 'entry-key' }, h('label', { htmlFor: id }, h('span', { class: 'for-screen-readers' }, `${this.title}: `), 'Key'), keyInput, messages),
      field.container,
      h('div', { class: 'item-tools' }, h('button', { type: 'button', class: 'small quiet icon', title: 'Remove', onclick: () => this.remove(entry) }, '✕')))
    const entry = { field, keyInput, row, messages, id, mayBeEmpty, isUsable: true }
    keyInput.addEventListener('input', () => {
      this.nameEntries()
      this.changed()
    })
    this.entries.push(entry)
    this.entryList.append(row)
    if (value !== undefined) field.setValue(value)
    this.nameEntries()
    return entry
  }

  /** See which keys can be used, and let the fields follow their keys. */
  nameEntries () {
    const used = new Set(this.named.keys())
    for (const entry of this.entries) {
      const key = entry.keyInput.value
      const fault = key === '' && !entry.mayBeEmpty ? 'Enter a key.' : used.has(key) ? 'This key exists already.' : ''
      entry.isUsable = fault === ''
      entry.messages.textContent = fault
      if (fault) entry.keyInput.setAttribute('aria-invalid', 'true')
      else entry.keyInput.removeAttribute('aria-invalid')
      used.add(key)
      entry.field.key = entry.isUsable ? key : ` ${entry.id}`
      entry.row.querySelector(':scope > .item-tools > button').setAttribute('aria-label', `Remove ${key || 'the entry without a key'} from ${this.title}`)
    }
  }

  add () {
    this.takeOver()
    const entry = this.appendEntry('', undefined)
    this.changed()
    entry.keyInput.focus()
  }

  remove (entry) {
    this.takeOver()
    this.entries = this.entries.filter((each) => each !== entry)
    entry.row.remove()
    entry.field.destroy()
    this.nameEntries()
    this.changed()
    this.form.announce(`${entry.keyInput.value || 'The entry'} removed from ${this.title}.`)
    this.addButton.focus()
  }

  get faultCount () { return super.faultCount + this.entries.filter(({ isUsable }) => !isUsable).length }

  // ---- places ----

  childAt (step) {
    return this.named.get(String(step)) ?? this.entries.find(({ keyInput }) => keyInput.value === String(step))?.field ?? null
  }

  revealChild (child) {
    if (this.tabs) this.tabs.select((tab) => tab.fields.includes(child.key))
    for (const { element, names } of this.folded) if (names.includes(child.key)) element.open = true
  }

  validate (isInGiven) {
    super.validate(isInGiven)
    this.countFaults()
  }

  lacks (child) {
    if (this.strange !== undefined) return false
    return this.named.has(child.key) ? child.needed : emptyOf(child) === null && super.lacks(child)
  }

  /** Say at the tabs how many errors there are after each. */
  countFaults () {
    const faultsOf = (names) => names.reduce((sum, name) => sum + this.named.get(name).faultCount, 0)
    this.tabs?.count(({ fields }) => faultsOf(fields))
    for (const { badge, names } of this.folded) showCount(badge, faultsOf(names))
  }

  /** Names and values that no field is there for. */
  get kept () { return given(this.others) }
}
