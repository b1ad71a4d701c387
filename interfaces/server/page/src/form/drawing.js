// A form: a tree of fields, drawn from a schema. Each field looks at its own value, once for all changes of a moment.
import { objectsOf, secretPlaces } from './model.js'
import { withHints } from './schema.js'
import { stepsOf } from './model-path.js'
import { fieldOf } from './fields/fields.js'
import { h } from '../shell/dom.js'

/** What the fields of a form share. */
export class FormContext {
  /**
   * `services`: those of the page. `catalog`: classes and schemas.
   * `model()`: the whole object model, `changed()`: called when it, or what is wrong with it, has changed.
   * `asking`: the name of the package whose class has the form; `hints`: what its UI definition says, `{sections, classes}`.
   * `folds`: whether fields that need no value are folded; undefined where they are among the others.
   */
  constructor ({ services, catalog, model, changed, asking, hints = null, folds }) {
    Object.assign(this, { catalog, model, changed, asking, hints, folds, announce: services.announce, showError: services.showError })
    /** Whether values that are needed and missing are called errors everywhere, rather than in fields that were left. */
    this.showsNeeded = false
    /** Called when the fields of an object were drawn. */
    this.drawn = () => {}
    /** Called when a value changed. */
    this.touched = () => {}
  }

  implementations (name, version) { return this.catalog.implementations(name, version) }

  offered (name, version) { return this.catalog.offered(name, version, this.asking) }

  async classSchema (class_) {
    return this.hinted((await this.catalog.schemas(await this.catalog.resolve(class_)))[''], class_)
  }

  /** Return the schema of a class with what the UI definition says of its properties. */
  hinted (schema, { name }) {
    return withHints(schema, this.hints?.classes[name], this.hints?.sections)
  }

  /** Resolve to the names of the properties of a class that are secrets. */
  async secretsOf (class_) {
    const { properties } = await this.catalog.details(await this.catalog.resolve(class_))
    const hints = this.hints?.classes[class_.name] ?? {}
    return Object.keys(properties).filter((name) => properties[name].secret || hints[name]?.secret)
  }

  /** The objects of the model, for references. */
  objects () { return objectsOf(this.model()) }
}

/** Draw the form of a schema into `element`; return it. */
export function drawForm (element, schema, context) {
  const container = h('div')
  element.append(container)
  return new Form(fieldOf(schema, { form: context, key: '', parent: null, container, isForm: true }), context)
}

/** A form that was drawn. */
class Form {
  constructor (root, context) {
    this.root = root
    this.context = context
    this.frame = null
    context.touched = () => { this.frame ??= window.requestAnimationFrame(() => this.look()) }
    context.touched()
  }

  /** Look at all values, and say that they changed. */
  look () {
    this.frame = null
    this.root.validate(true)
    this.context.changed()
  }

  /** The properties of the object, or the arguments of the method. */
  get properties () { return this.root.getModel() }
  set properties (properties) { this.root.setValue(properties) }

  /** The places of values that are not shown, such as passwords, as steps. */
  get secrets () { return [...this.root.secretPlaces([])] }

  /** Resolve to the places of secrets in a model that was rendered. */
  secretsIn (rendered) { return secretPlaces(rendered, (class_) => this.context.secretsOf(class_)) }

  /** Fold all fields that need no value, or unfold them. */
  fold (isFolded) {
    this.context.folds = isFolded
    this.root.fold(isFolded)
  }

  /** How many errors are shown. */
  get faultCount () { return this.root.faultCount }

  /** Look at all values, also at those that are missing; return whether all is well, else go to the first fault. */
  check () {
    this.context.showsNeeded = true
    this.root.validate(true)
    if (this.faultCount === 0) return true
    this.goToFault()
    return false
  }

  /** Go to the first field that has a fault, in the order of the form; return whether there is one. */
  goToFault () {
    const field = firstFaulty(this.root)
    field?.focus()
    return field !== null
  }

  /** Show what the service found, each at its field, those of the whole object nowhere; return the diagnostics with their fields, `{diagnostic, field}`. */
  show (diagnostics) {
    this.root.forgetFindings()
    const placed = diagnostics.map((diagnostic) => ({ diagnostic, field: this.fieldAt(diagnostic.model_path) }))
    for (const { diagnostic, field } of placed) if (field !== this.root) field?.showFinding(diagnostic)
    countFaults(this.root)
    return placed
  }

  /** Return the field of a value in the model, or the nearest around it that is a field; null for none. */
  fieldAt (path) {
    if (!path) return null
    let field = this.root
    for (const step of stepsOf(path)) {
      const next = field.childAt?.(step)
      if (!next || next.isHidden) break
      field = next
    }
    return field
  }

  destroy () {
    this.context.touched = () => {}
    window.cancelAnimationFrame(this.frame)
    this.root.destroy()
  }
}

function firstFaulty (field) {
  if (field.faultCount === 0) return null
  for (const child of field.children()) {
    const found = firstFaulty(child)
    if (found) return found
  }
  return field
}

function countFaults (field) {
  for (const child of field.children()) countFaults(child)
  field.countFaults?.()
}
