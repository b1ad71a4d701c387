// What is wrong with a value, by draft 4 of JSON schema and by what that does not know. Pure functions.
//
// The library interprets schemas: one that compiles them needs `eval`, which the policy of the page forbids.
import { Validator } from 'jsonschema'
import { approximate } from '../shell/json.js'
import { NEEDED, wordsFor } from './messages.js'
import { isMapping, readObject } from './model.js'
import { patternOf } from './pattern.js'
import { isNeeded, isNullable, kindOf, OBJECT } from './schema.js'

const validator = new Validator()
const RULES = [
  'type', 'enum', 'not', 'anyOf', 'oneOf', 'required', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf',
  'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'
]

/** Return the names of the properties that an object cannot be without, and that a form shows. */
export function neededNames (schema) {
  const properties = Object.entries(schema.properties ?? {})
  return properties.filter(([, property]) => property.visible !== false && isNeeded(property)).map(([name]) => name)
}

/** Return what is wrong with a value, as texts. What is in it is left to the fields inside. */
export function faultsOf (schema, value) {
  const faults = typeof value === 'string' ? unmatched(schema, value) : []
  const { errors } = validator.validate(value, ownRules(schema))
  return [...faults, ...errors.map(({ name }) => wordsFor(name, schema))]
}

/** Return what is wrong with a value and with all in it: `{steps, message}`, the steps leading to the place. */
export function faultsWithin (schema, value, steps = []) {
  const faults = faultsOf(schema, value).map((message) => ({ steps, message }))
  if (isMapping(value)) {
    for (const name of neededNames(schema)) if (value[name] === undefined) faults.push({ steps: [...steps, name], message: NEEDED })
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      if (value[name] !== undefined) faults.push(...faultsWithin(inner, value[name], [...steps, name]))
    }
  }
  return faults
}

/** Return a schema without what is said of the parts of a value. */
function ownRules (schema) {
  const rules = Object.fromEntries(RULES.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]))
  if (kindOf(schema) === OBJECT) delete rules.type // a field sees to it
  if (rules.enum) rules.enum = approximate(rules.enum)
  if (schema.additionalItems === false && Array.isArray(schema.items)) rules.maxItems ??= schema.items.length
  return rules
}

// Patterns are those of Python. One that has no equal here is left to the service.
function unmatched (schema, value) {
  const patterns = [schema, ...(schema.allOf ?? [])].map(({ pattern }) => pattern).filter((pattern) => pattern !== undefined)
  return patterns.filter((pattern) => patternOf(pattern)?.test(value) === false).map((pattern) => `This does not match ${pattern}`)
}

/** Return what an object lacks that a contract asks of its properties, as texts; `objects` are the properties of all by id. */
export function contextFaults (schema, properties, objects) {
  const seen = approximate(followed(properties, schema.context, objects))
  return faultsWithin(schema.context, seen).map(({ steps, message }) => `${steps.length ? `${steps.join('.')} of the object: ` : ''}${message}`)
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
