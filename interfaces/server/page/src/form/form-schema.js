// Schemas of the service made into what the form library takes.
import { approximate, writeJson } from '../shell/json.js'
import { isMapping } from './model.js'
import { patternOf } from './pattern.js'
import { isNeeded, kindOf } from './schema.js'

/**
 * Return the schema that fields are built from. Defaults are taken out, as texts in `options`: a field decides when one is a value;
 * and a default is any value, in which the library would look for references to other schemas.
 */
export function formSchema (schema) {
  const { default: _, pattern, allOf = [], context, properties, items, additionalItems, additionalProperties, formSections, ...rest } = schema
  const made = { ...rest, options: { kind: kindOf(schema) } }
  // Which are not those of the library: `validated` looks at them. One that has no equal here is left to the service.
  const patterns = [pattern, ...allOf.map((each) => each.pattern)].filter((each) => each !== undefined && patternOf(each) !== null)
  if (patterns.length) made.options.patterns = patterns
  if (schema.enum !== undefined) {
    made.enum = approximate(schema.enum) // which the library compares as JSON
    made.options.choices = schema.enum
  }
  if (isMapping(context)) made.context = formSchema(context)
  if (Object.hasOwn(schema, 'default')) made.options.defaultText = writeJson(schema.default)
  if (formSections !== undefined) made.options.formSections = formSections
  if (properties !== undefined) {
    made.properties = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, formSchema(each)]))
    made.options.needed = Object.keys(properties).filter((name) => properties[name].visible !== false && isNeeded(properties[name]))
  }
  if (items !== undefined) made.items = Array.isArray(items) ? items.map(formSchema) : formSchema(items)
  if (additionalItems !== undefined) made.additionalItems = schemaOrFlag(additionalItems)
  if (additionalProperties !== undefined) made.additionalProperties = schemaOrFlag(additionalProperties)
  return made
}

function schemaOrFlag (value) {
  return typeof value === 'boolean' ? value : formSchema(value)
}
