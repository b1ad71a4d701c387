// Large parts that a schema repeats stand in it once, as definitions; fields want each where it belongs.
import { isMapping } from './model.js'

const MOST = 20_000 // parts: a schema of some kilobytes may stand for any number of them

/** Return a schema with every reference replaced by what it refers to. What would be too much may be anything: `{}`. */
export function withoutDefinitions (schema, most = MOST) {
  const { definitions, ...written } = schema
  if (!isMapping(definitions)) return schema
  let left = most
  const copy = (part) => {
    left -= 1
    if (Array.isArray(part)) return part.map(copy)
    if (!isMapping(part)) return part
    if (left < 0) return {}
    const name = definitionOf(part)
    if (name !== null && Object.hasOwn(definitions, name)) return copy(definitions[name])
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, copy(value)]))
  }
  return copy(written)
}

function definitionOf (part) {
  const { $ref: reference, ...others } = part
  if (typeof reference !== 'string' || Object.keys(others).length) return null
  return /^#\/definitions\/([^/]+)$/.exec(reference)?.[1] ?? null
}
