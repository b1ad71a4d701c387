// What a schema of a class or method says to a form. Pure functions.

/** Kinds of fields. */
const TEXT = 'text'
const NUMBER = 'number'
const FLAG = 'flag'
const CHOICE = 'choice'
export const LIST = 'list'
export const MAPPING = 'mapping'
export const OBJECT = 'object'
const ANYTHING = 'anything'

/** The `format` of a text that is not shown, and of one of several lines. */
export const PASSWORD = 'password'
export const LINES = 'textarea'

const KINDS = { string: TEXT, integer: NUMBER, number: NUMBER, boolean: FLAG, array: LIST, object: MAPPING, muranoObject: OBJECT }

/** Return which kind of field a schema wants. */
export function kindOf (schema) {
  if (Array.isArray(schema.enum)) return CHOICE
  const types = typesOf(schema).filter((type) => type !== 'null')
  return types.length === 1 ? KINDS[types[0]] ?? ANYTHING : ANYTHING
}

/** Return whether null is a value. */
export function isNullable (schema) {
  if (Array.isArray(schema.enum)) return schema.enum.includes(null)
  const types = typesOf(schema)
  return types.length === 0 || types.includes('null')
}

function typesOf (schema) {
  return schema.type === undefined ? [] : [schema.type].flat()
}

/** Return whether an object of a class cannot be without a value here. */
export function isNeeded (schema) {
  if (Object.hasOwn(schema, 'default') || isNullable(schema)) return false
  const kind = kindOf(schema)
  if (kind === LIST) return (schema.minItems ?? 0) > 0 // null is an empty list, null is an empty mapping
  return kind !== MAPPING && kind !== ANYTHING
}

/** Return the schema without the fields that a contract excludes: `size`, or `part.size` for those of an object in it. */
export function withoutExcluded (schema, excluded = []) {
  const here = new Set(excluded.filter((path) => !path.includes('.')))
  const below = new Map()
  for (const path of excluded.filter((each) => each.includes('.'))) {
    const name = path.slice(0, path.indexOf('.'))
    below.set(name, [...(below.get(name) ?? []), path.slice(name.length + 1)])
  }
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !here.has(name)).map(([name, property]) =>
    [name, below.has(name) ? { ...property, excludedProperties: [...(property.excludedProperties ?? []), ...below.get(name)] } : property])
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Return the schema with these properties, where they are texts, as passwords. Arguments of a model builder have the names of what they become. */
export function withSecrets (schema, names) {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    [name, names.includes(name) && kindOf(property) === TEXT ? { ...property, format: PASSWORD } : property])
  return schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema
}

/**
 * Return the schema of a class with what a UI definition says of its properties, `{title, description, section, index, secret}` by
 * name, and of its `sections`: what the class says itself comes first, and its own order and sections exclude others.
 */
export function withHints (schema, hints = {}, sections = []) {
  const properties = Object.entries(schema.properties ?? {})
  const isOrdered = properties.some(([, { formSection, formIndex }]) => formSection !== undefined || formIndex !== undefined)
  const used = sections.filter(({ name }) => properties.some(([property]) => hints[property]?.section === name))
  const placed = ({ section, index }) => isOrdered ? {} : { formIndex: index, ...(used.length > 1 ? { formSection: section } : {}) }
  const hinted = ([name, property]) => {
    const hint = Object.hasOwn(hints, name) ? hints[name] : null
    if (hint === null) return [name, property]
    const isUntitled = (property.title ?? name) === name
    const made = { ...property, ...placed(hint) }
    if (isUntitled && hint.title) made.title = hint.title
    if (!property.description && hint.description) made.description = hint.description
    if (hint.secret && kindOf(property) === TEXT) made.format = PASSWORD
    return [name, made]
  }
  const made = { ...schema, properties: Object.fromEntries(properties.map(hinted)) }
  if (!isOrdered && used.length > 1) made.formSections = Object.fromEntries(used.map(({ name, title }, index) => [name, { title, index }]))
  return made
}

/**
 * Return the sections of a form, in order: `{name, title, fields}`, fields being names in order. Fields without a section
 * come in the last one, whose name is null. Hidden fields (`visible: false`) are in none.
 */
export function sectionsOf (schema) {
  const declared = Object.entries(schema.formSections ?? {})
  const sections = declared.map(([name, { title, index }], at) => ({ name, title: title ?? name, index: index ?? Infinity, at, fields: [] }))
    .sort((one, other) => (one.index === other.index ? one.at - other.at : one.index - other.index))
  const rest = { name: null, title: 'Other', fields: [] }
  const byName = new Map(sections.map((section) => [section.name, section]))
  for (const name of orderedFields(schema)) {
    const section = schema.properties[name].formSection ?? null
    if (section !== null && !byName.has(section)) { // a section that nobody declares is one, after the others
      const undeclared = { name: section, title: section, fields: [] }
      byName.set(section, undeclared)
      sections.push(undeclared)
    }
    (byName.get(section) ?? rest).fields.push(name)
  }
  return [...sections, rest].filter(({ fields }) => fields.length)
    .map(({ name, title, fields }) => ({ name, title, fields }))
}

/**
 * Return the names of the visible fields: those with a `formIndex` by that, then the others in the order of the class.
 */
export function orderedFields (schema) {
  const entries = Object.entries(schema.properties ?? {}).filter(([, property]) => property.visible !== false)
  const index = ([, property]) => property.formIndex ?? Infinity
  return entries.sort((one, other) => index(one) === index(other) ? 0 : index(one) - index(other)).map(([name]) => name)
}

/** Return the schema of an item of a list; null where there can be none. */
export function itemSchema (schema, position) {
  const { items = {}, additionalItems = {} } = schema
  if (!Array.isArray(items)) return items
  if (position < items.length) return items[position]
  if (additionalItems === false) return null
  return additionalItems === true ? {} : additionalItems
}

/** Return the schema of the values that a mapping may have besides those it names; null where there can be none. */
export function entrySchema (schema) {
  const { additionalProperties = true } = schema
  if (additionalProperties === false) return null
  return additionalProperties === true ? {} : additionalProperties
}

/** Return in a few words what a value has to be, for a hint beside the field; empty where its control says all. */
export function boundsOf (schema) {
  const words = []
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems } = schema
  if (minimum !== undefined && maximum !== undefined && !exclusiveMinimum && !exclusiveMaximum) words.push(`${minimum} to ${maximum}`)
  else {
    if (minimum !== undefined) words.push(exclusiveMinimum ? `more than ${minimum}` : `at least ${minimum}`)
    if (maximum !== undefined) words.push(exclusiveMaximum ? `less than ${maximum}` : `at most ${maximum}`)
  }
  const isNotEmpty = minLength === 1 && maxLength === undefined // the star at a field says as much
  words.push(...(isNotEmpty ? [] : counted(minLength, maxLength, 'character')), ...counted(minItems, maxItems, 'item'))
  return words.join(', ')
}

function counted (least, most, noun) {
  const many = (number) => `${number} ${noun}${number === 1 ? '' : 's'}`
  if (least !== undefined && least === most) return [`exactly ${many(least)}`]
  if (least !== undefined && most !== undefined) return [`${least} to ${many(most)}`]
  if (least !== undefined && least > 0) return [`at least ${many(least)}`]
  return most === undefined ? [] : [`at most ${many(most)}`]
}
