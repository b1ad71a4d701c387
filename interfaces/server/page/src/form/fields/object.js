// A property that holds an object: a new one, of a class that is chosen, or one that is there already, by its id.
import { ANSWERS } from '../../shell/api.js'
import { fill, freshId, h } from '../../shell/dom.js'
import { writeJson } from '../../shell/json.js'
import { shortName } from '../../graph/class-graph.js'
import { NEEDED } from '../messages.js'
import { freshObjectId, readObject, writeObject, writeType } from '../model.js'
import { afterPointer } from '../pointer.js'
import { withoutExcluded } from '../schema.js'
import { showCount } from '../tabs.js'
import { contextFaults } from '../validation.js'
import { newest } from '../versions.js'
import { GroupField } from './group.js'

const UNSET = 'unset'
const NULL = 'null'
const NEW = 'new'
const REFERENCE = 'reference'

export class ObjectField extends GroupField {
  constructor (...args) {
    super(...args)
    this.mode = UNSET
    this.object = null // {class, header, properties}; the properties count until the form is there
    this.reference = ''
    this.aside = new Map() // objects that another choice took the place of, by their classes, the last one last
    this.nested = null // the form of the object
    this.classes = null // what may be chosen, once it was asked for
    this.leftOut = 0 // how many more classes fit than the service offers
    this.areClassesKnown = false
    this.isFolded = false
    this.turn = 0
  }

  children () { return this.nested ? [this.nested] : [] }

  draw () {
    super.draw()
    const id = freshId('mode')
    this.modeSelect = h('select', { id, onchange: () => this.choose(this.modeSelect.value) })
    if (this.needed) this.modeSelect.setAttribute('aria-required', 'true')
    this.detail = h('div', { class: 'object-detail' })
    this.content.append(
      h('div', { class: 'control-line' },
        h('label', { htmlFor: id, class: 'for-screen-readers' }, `What ${this.title} is`), this.modeSelect,
        h('span', { class: 'muted contract' }, `${this.schema.muranoType ?? 'object'}`)),
      this.detail)
  }

  get modes () {
    const modes = [[UNSET, this.hasDefault ? `Default: ${summary(this.default)}` : this.needed ? 'Choose …' : 'Not set']]
    if (this.schema.owned !== false || this.mode === NEW) modes.push([NEW, 'A new object'])
    if (this.schema.owned !== true || this.mode === REFERENCE) modes.push([REFERENCE, 'An existing object'])
    if (this.mode === NULL || (this.nullable && this.hasDefault && this.default !== null)) modes.push([NULL, 'null'])
    return modes
  }

  // ---- values ----

  getValue () {
    if (this.mode === NEW) return this.object === null ? undefined : this.nested ? this.nested.getValue() : {}
    return this.modelOfMode()
  }

  getModel () {
    if (this.mode !== NEW) return this.modelOfMode()
    if (this.object === null) return undefined
    return writeObject({ ...this.object, properties: this.nested ? this.nested.getModel() : this.object.properties })
  }

  faultsOf (value) {
    if (value === null) return this.nullable ? [] : [NEEDED]
    if (!this.schema.context) return []
    const objects = new Map(this.form.objects().map(({ id, object }) => [id, object.properties]))
    const chosen = this.mode === REFERENCE ? objects.get(this.reference) : this.nested?.effective
    return chosen === undefined ? [] : contextFaults(this.schema, chosen, objects)
  }

  modelOfMode () { return { [UNSET]: undefined, [NULL]: null, [REFERENCE]: this.reference || undefined }[this.mode] }

  setValue (value) {
    const object = readObject(value)
    this.aside.clear()
    this.dropNested()
    if (value === undefined) this.mode = UNSET
    else if (value === null) this.mode = NULL
    else if (object !== null) this.setObject(object)
    else if (typeof value === 'string') {
      this.mode = REFERENCE
      this.reference = value
    } else if (typeof value === 'object' && !Array.isArray(value)) { // an object of the class of the contract, without a header
      this.setObject({ class: null, header: {}, properties: value })
    } else {
      this.mode = REFERENCE
      this.reference = String(value)
    }
    this.display()
    this.form.touched()
  }

  setObject (object) {
    this.mode = NEW
    const class_ = object.class ?? (this.schema.muranoType ? { name: this.schema.muranoType, version: null, package: null } : null)
    this.object = { ...object, class: class_, header: { id: freshObjectId(), ...object.header } }
  }

  // ---- what the user does ----

  choose (mode) {
    this.setAside()
    this.mode = mode
    this.dropNested()
    this.object = mode === NEW ? [...this.aside.values()].at(-1) ?? null : null
    this.reference = ''
    this.display()
    this.changed()
    if (mode === REFERENCE) this.detail.querySelector('input')?.focus()
  }

  chooseClass (key) {
    this.setAside()
    this.dropNested()
    const chosen = this.classes?.find((each) => writeType(each) === key)
    this.object = this.aside.get(key) ?? (chosen ? { class: { name: chosen.name, version: chosen.version, package: chosen.package }, header: { id: freshObjectId() }, properties: {} } : null)
    this.displayNested()
    this.changed()
  }

  /** Remember the object: who chooses it again finds it as it was. */
  setAside () {
    if (!this.object?.class) return
    const key = writeType(this.object.class)
    this.aside.delete(key)
    this.aside.set(key, { ...this.object, properties: this.nested ? this.nested.getModel() : this.object.properties })
  }

  // ---- what is drawn ----

  display () {
    this.modeSelect.replaceChildren(...this.modes.map(([value, text]) => h('option', { value }, text)))
    this.modeSelect.value = this.mode
    this.container.classList.toggle('given', this.mode !== UNSET)
    this.turn += 1
    this.detail.replaceChildren()
    if (this.mode === NEW) this.displayNew()
    else if (this.mode === REFERENCE) this.displayReference()
  }

  displayState () {}

  displayNew () {
    const id = freshId('class')
    this.classSelect = h('select', { id, onchange: () => this.chooseClass(this.classSelect.value) }, h('option', { value: '' }, 'Loading …'))
    this.nestedPlace = h('div', { class: 'nested' })
    fill(this.detail,
      h('div', { class: 'control-line class-line' }, h('label', { htmlFor: id }, 'Class'), this.classSelect),
      this.leftOutPlace = h('div'), this.nestedPlace)
    this.askForClasses()
  }

  askForClasses () {
    const turn = this.turn
    this.loadOffered().then(({ classes, leftOut }) => {
      if (turn !== this.turn) return
      this.areClassesKnown = true
      this.classes = classes
      this.leftOut = leftOut
      if (this.object === null && classes.length === 1) this.chooseClass(writeType(classes[0]))
      else this.displayNested()
      this.displayClasses()
    }, (error) => {
      if (turn !== this.turn) return
      this.classes = []
      this.areClassesKnown = false
      window.addEventListener(ANSWERS, () => { if (turn === this.turn) this.askForClasses() }, { once: true })
      this.displayClasses()
      this.displayNested()
      this.form.showError(error)
    })
  }

  /** Return the classes that are offered, and the number of others; the one of the object is among them wherever it fits. */
  async loadOffered () {
    const { classes, left_out: leftOut } = await this.form.offered(this.schema.muranoType, this.schema.version)
    const chosen = this.object?.class
    if (!leftOut || !chosen || this.matching(classes, chosen)) return { classes, leftOut }
    const match = this.matching(await this.loadClasses(), chosen)
    return match ? { classes: [...classes, match], leftOut: leftOut - 1 } : { classes, leftOut }
  }

  /** Return the one of some classes that a model says, perhaps with less than a full version. */
  matching (classes, chosen) {
    return classes.find((each) => writeType(each) === writeType(chosen)) ?? newest(classes, chosen)
  }

  loadClasses () {
    return this.form.implementations(this.schema.muranoType, this.schema.version)
  }

  displayClasses () {
    const chosen = this.object?.class
    const match = chosen && this.matching(this.classes, chosen)
    const optionOf = (each) => h('option', { value: writeType(each) }, classText(each, this.classes))
    const options = this.classes.filter(({ is_base: isBase }) => !isBase).map(optionOf)
    const bases = this.classes.filter(({ is_base: isBase }) => isBase).map(optionOf)
    // What is made to be extended is rarely what is wanted.
    if (bases.length) options.push(options.length ? h('optgroup', { label: 'Base classes' }, bases) : bases)
    if (!this.classes.length) options.push(h('option', { value: '' }, this.areClassesKnown ? 'The catalog has no class that fits here' : 'The service did not return matching classes'))
    else if (!chosen) options.unshift(h('option', { value: '' }, 'Choose a class …'))
    if (chosen && !match) options.unshift(h('option', { value: writeType(chosen) }, `${writeType(chosen)} (not valid here)`))
    fill(this.classSelect, options)
    fill(this.leftOutPlace, this.leftOut > 0 && h('p', { class: 'muted' }, leftOutText(this.leftOut)))
    this.classSelect.value = match ? writeType(match) : chosen ? writeType(chosen) : ''
  }

  displayNested () {
    const place = this.nestedPlace
    const object = this.object
    if (!place || object === null || object.class === null) {
      place?.replaceChildren()
      return
    }
    const turn = this.turn
    fill(place, h('p', { class: 'muted' }, 'Loading …'))
    this.form.classSchema(object.class).then((schema) => {
      if (turn !== this.turn || object !== this.object) return
      this.drawNested(withoutExcluded(schema, this.schema.excludedProperties), object)
    }, (error) => {
      if (turn !== this.turn || object !== this.object) return
      fill(place, h('p', { class: 'message error' }, `No form for ${writeType(object.class)}: ${error.message} `, 'The value in the model is unchanged.'))
    })
  }

  drawNested (schema, object) {
    const nested = this.makeChild(schema, '?', this.title, { isForm: true })
    this.nested = nested
    this.badge = h('span', { class: 'badge', hidden: true })
    this.fold = h('details', { class: 'fold', open: !this.isFolded, ontoggle: () => { this.isFolded = !this.fold.open } },
      h('summary', {}, shortName(object.class.name), h('span', { class: 'for-screen-readers' }, ` of ${this.title}`), ' ', this.badge),
      schema.description && h('p', { class: 'muted as-written' }, schema.description),
      nested.container,
      h('p', { class: 'muted object-id' }, 'id ', h('code', {}, object.header.id)),
      keptNote(object, schema))
    fill(this.nestedPlace, this.fold)
    nested.setValue(object.properties)
    this.form.drawn()
  }

  validate (isInGiven) {
    super.validate(isInGiven)
    this.countFaults()
  }

  /** Say beside the name of the class how many errors are folded away. */
  countFaults () {
    if (!this.nested) return
    showCount(this.badge, this.nested.faultCount)
  }

  revealChild () { this.fold.open = true }

  dropNested () {
    this.nested?.destroy()
    this.nested = null
  }

  displayReference () {
    const id = freshId('reference')
    const list = h('datalist', { id: `${id}-list` })
    const said = h('p', { class: 'muted' })
    const input = h('input', { id, type: 'text', list: list.id, value: this.reference, autocomplete: 'off', spellcheck: 'false' })
    const say = () => {
      const found = this.form.objects().find((object) => object.id === input.value)
      said.textContent = input.value === '' ? 'Choose an object of this model, or enter the id of an object of the environment.'
        : found ? `${found.class ? writeType(found.class) : 'object'} at ${found.path}` : 'No object of this model has this id; the environment must have one.'
    }
    input.addEventListener('focus', () => this.offer(list))
    input.addEventListener('input', () => {
      this.reference = input.value
      say()
      this.changed()
    })
    input.addEventListener('blur', () => afterPointer(() => this.left()))
    fill(this.detail, h('div', { class: 'control-line' }, h('label', { htmlFor: id }, 'Id'), input, list), said)
    this.control = input
    say()
  }

  /** Offer the objects of the model whose class fits. */
  async offer (list) {
    let names = null
    try {
      names = new Set((await this.loadClasses()).map(({ name }) => name))
    } catch { /* then all are offered */ }
    const fitting = this.form.objects().filter((object) => object.class === null || names === null || names.has(object.class.name))
    fill(list, fitting.map(({ id, class: class_, path, object }) =>
      h('option', { value: id, label: `${object.header.name ?? path}: ${class_ ? class_.name : 'object'}` })))
  }

  get faults () {
    const incomplete = this.mode === REFERENCE && this.reference === '' ? 'Enter the id of an object.'
      : this.mode === NEW && this.object === null && this.classes?.length ? 'Choose a class.' : null
    const isTold = incomplete !== null && (this.wasLeft || this.form.showsNeeded)
    return isTold ? [{ severity: 'error', text: incomplete }] : super.faults
  }

  childAt (step) { return this.nested?.childAt(step) ?? null }
  markInvalid (invalid) {
    if (invalid) this.modeSelect?.setAttribute('aria-invalid', 'true')
    else this.modeSelect?.removeAttribute('aria-invalid')
  }

  focus () {
    this.reveal()
    this.modeSelect.focus()
  }
}

function keptNote (object, schema) {
  const names = Object.keys(object.properties).filter((name) => !Object.hasOwn(schema.properties ?? {}, name))
  return names.length > 0 && h('p', { class: 'muted' }, `Unchanged values without a field: ${names.join(', ')}.`)
}

function leftOutText (number) {
  return number === 1 ? '1 more matching class is not shown.' : `${number} more matching classes are not shown.`
}

function classText ({ name, version, package: pkg, title }, all) {
  const isAmbiguous = all.filter((each) => each.name === name).length > 1
  return (title ? `${title} (${name}` : name) + (isAmbiguous ? ` ${version} of ${pkg}` : '') + (title ? ')' : '')
}

function summary (value) {
  if (value === null) return 'null'
  const object = readObject(value)
  if (object?.class) return `a new ${object.class.name}`
  const text = typeof value === 'string' ? value : writeJson(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
