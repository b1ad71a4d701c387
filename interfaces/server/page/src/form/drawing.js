// A form drawn by the library json-editor, with fields, theme and messages of ours: it builds the tree of fields from a schema,
// tells of changes, and validates by draft 4. Its own fields are not used: they strip what looks like HTML from values, say nothing
// before a field is left, and choose null by a switch of types; its themes write style elements, which the policy of the page forbids.
import { JSONEditor } from '@json-editor/json-editor/src/core.js'
import { AnythingField } from './fields/anything.js'
import { ListField } from './fields/list.js'
import { MappingField } from './fields/mapping.js'
import { ObjectField } from './fields/object.js'
import { ChoiceField, FlagField, NumberField, TextField } from './fields/scalars.js'
import { approximate } from '../shell/json.js'
import { formSchema } from './form-schema.js'
import { NEEDED, translator } from './messages.js'
import { stepsOf } from './model-path.js'
import { isMapping, objectsOf, readObject } from './model.js'
import { patternOf } from './pattern.js'
import { entrySchema, isNullable, itemSchema, kindOf } from './schema.js'

const FIELDS = {
  text: TextField,
  number: NumberField,
  flag: FlagField,
  choice: ChoiceField,
  list: ListField,
  mapping: MappingField,
  object: ObjectField,
  anything: AnythingField
}

class PlainTheme extends JSONEditor.AbstractTheme {
  constructor (editor) { super(editor, { disable_theme_rules: true }) }
}

const { defaults } = JSONEditor
defaults.themes = { plain: PlainTheme }
defaults.theme = 'plain'
defaults.editors = FIELDS
defaults.resolvers.unshift((schema) => schema.options?.kind ?? kindOf(schema))
defaults.translate = translator(defaults)

/** What the fields of a form share. */
export class FormContext {
  /**
   * `services`: those of the page. `catalog`: classes and schemas.
   * `model()`: the whole object model, `changed()`: called when it, or what is wrong with it, has changed.
   */
  constructor ({ services, catalog, model, changed }) {
    Object.assign(this, { catalog, model, changed, announce: services.announce, showError: services.showError })
    /** Whether values that are needed and missing are called errors everywhere, rather than in fields that were left. */
    this.showsNeeded = false
    /** Called when the fields of an object were drawn. */
    this.drawn = () => {}
  }

  implementations (name, version) { return this.catalog.implementations(name, version) }

  async classSchema (class_) {
    return (await this.catalog.schemas(await this.catalog.resolve(class_)))['']
  }

  /** The objects of the model, for references. */
  objects () { return objectsOf(this.model()) }
}

/** Draw the form of a schema into `element`; resolve to it. */
export async function drawForm (element, schema, context) {
  const editor = new JSONEditor(element, {
    schema: formSchema(schema),
    form: context,
    show_errors: 'always',
    ajax: false,
    use_default_values: false,
    custom_validators: [validated]
  })
  await editor.promise
  return new Form(editor, context)
}

/** A form that was drawn. */
class Form {
  constructor (editor, context) {
    this.editor = editor
    this.context = context
    this.root = editor.root
    editor.on('change', () => context.changed())
  }

  /** The properties of the object, or the arguments of the method. */
  get properties () { return this.root.getModel() }
  set properties (properties) { this.root.setValue(properties) }

  /** How many errors are shown. */
  get faultCount () { return this.root.faultCount }

  /** Look at all values, also at those that are missing; return whether all is well, else go to the first fault. */
  check () {
    this.context.showsNeeded = true
    this.root.showValidationErrors(this.editor.validator.validate(this.root.getValue()))
    if (this.faultCount === 0) return true
    firstFaulty(this.root)?.focus()
    return false
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

  destroy () { this.editor.destroy() }
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

// ---- what draft 4 does not know ----

/** A validator of the library: called by it with itself as `this`, for every value that is there. */
function validated (schema, value, path) {
  const errors = typeof value === 'string'
    ? (schema.options?.patterns ?? []).filter((pattern) => !patternOf(pattern).test(value)).map((pattern) => ({ path, property: 'pattern', message: `This does not match ${pattern}` }))
    : []
  if (isMapping(value)) {
    for (const name of schema.options?.needed ?? []) if (value[name] === undefined) errors.push(missing(`${path}.${name}`))
    if (kindOf(schema) === 'mapping' && entrySchema(schema) !== null) {
      for (const [key, each] of Object.entries(value)) {
        if (each === null && !Object.hasOwn(schema.properties ?? {}, key) && !isNullable(entrySchema(schema))) errors.push(missing(`${path}.${key}`))
      }
    }
  } else if (Array.isArray(value)) {
    value.forEach((item, at) => { if (item === undefined && !isNullable(itemSchema(schema, at) ?? {})) errors.push(missing(`${path}.${at}`)) })
  }
  if (kindOf(schema) === 'object') errors.push(...validatedObject.call(this, schema, value, path))
  return errors
}

function validatedObject (schema, value, path) {
  const field = this.jsoneditor.getEditor(path)
  if (!(field instanceof ObjectField)) return []
  if (value === null) return isNullable(schema) ? [] : [{ path, property: 'type', message: 'There has to be an object here.' }]
  const errors = []
  // The same walk goes on in the form of the object, by the schema of its class.
  if (field.nested) errors.push(...this._validateSchema(field.nested.schema, value, field.nested.path))
  if (schema.context) {
    const objects = new Map(this.jsoneditor.options.form.objects().map(({ id, object }) => [id, object.properties]))
    const chosen = field.mode === 'reference' ? objects.get(field.reference) : field.nested?.effective
    if (chosen !== undefined) {
      for (const { path: at, message } of this._validateSchema(schema.context, approximate(followed(chosen, schema.context, objects)), '')) {
        const name = at.replace(/^(root)?\.?/, '')
        errors.push({ path, property: 'context', message: `${name ? `${name} of the object: ` : ''}${message}` })
      }
    }
  }
  return errors
}

/** Return the properties of an object, with the objects in it that are written as references, as far as a context asks for them. */
function followed (properties, context, objects) {
  const made = { ...properties }
  for (const [name, asked] of Object.entries(context.properties ?? {})) {
    if (!asked.properties) continue
    const value = made[name]
    const inner = typeof value === 'string' ? objects.get(value) : readObject(value)?.properties ?? value
    if (isMapping(inner)) made[name] = followed(inner, asked, objects)
    else delete made[name] // an object of the environment: nothing is known of it
  }
  return made
}

function missing (path) { return { path, property: 'needed', message: NEEDED } }
