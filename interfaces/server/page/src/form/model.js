// Object models and what a form edits: both directions, without a document or a service.
//
// An object of a model is a mapping with a header, `{"?": {type, id, name, ...}, property: value, ...}`. A form edits
//
//     {class: {name, version, package}, header: {...}, properties: {...}}
//
// where the header has all that `?` says besides the class.

/**
 * Return the class that a type names, `{name, version, package}`: `full.Name`, `full.Name/version`, `full.Name/version@package`.
 * What is not said is null.
 */
export function readType (type) {
  const match = /^([^/@]+)(?:\/([^@]*))?(?:@(.*))?$/.exec(String(type).trim())
  if (!match) return null
  const [, name, version, pkg] = match.map((part) => part?.trim() || null)
  return name === null ? null : { name, version, package: pkg }
}

/** Return the text that names a class. */
export function writeType ({ name, version, package: pkg }) {
  return name + (version ? `/${version}` : '') + (pkg ? `@${pkg}` : '')
}

/**
 * Return the object that a value of a model writes, or null where it writes none.
 * Both ways to write one are read: with a header, and `{full.Name: {properties}, id, name}`. The class is null where it is not said.
 */
export function readObject (value) {
  if (!isMapping(value)) return null
  if (isMapping(value['?'])) {
    const { type, classVersion, package: pkg, version, ...header } = value['?']
    const { '?': _, ...properties } = value
    const named = type === undefined ? null : readType(type)
    return {
      class: named && { name: named.name, version: named.version ?? textOf(classVersion ?? version), package: named.package ?? textOf(pkg) },
      header,
      properties
    }
  }
  const [key, ...others] = Object.keys(value).filter((name) => !['id', 'name', 'metadata'].includes(name))
  if (key === undefined || others.length || !key.includes('.') || !(value[key] === null || isMapping(value[key]))) return null
  const { [key]: properties, ...header } = value
  const named = readType(key)
  return named && { class: named, header, properties: properties ?? {} }
}

/** Return the value of a model that writes an object; what is undefined is left out. */
export function writeObject ({ class: class_, header, properties }) {
  const { id, name, ...rest } = header
  return given({ '?': given({ type: class_ ? writeType(class_) : undefined, id, name, ...rest }), ...properties })
}

/** Return the properties that a schema has a field for, and the others, which the form keeps as they are. */
export function splitProperties (schema, properties) {
  const known = {}
  const others = {}
  for (const [name, value] of Object.entries(properties)) {
    (Object.hasOwn(schema.properties ?? {}, name) ? known : others)[name] = value
  }
  return { known, others }
}

/** Return all objects of a model that have an id: `{id, class, path, steps, object}`, the root first; `steps` are those of the path. */
export function objectsOf (model) {
  const found = []
  const pending = [[model, '$', []]]
  while (pending.length) {
    const [value, path, steps] = pending.shift()
    const object = readObject(value)
    if (object !== null && typeof object.header.id === 'string') found.push({ id: object.header.id, class: object.class, path, steps, object })
    const inner = object === null ? value : object.properties
    if (Array.isArray(inner)) inner.forEach((item, index) => pending.push([item, `${path}[${index}]`, [...steps, index]]))
    else if (isMapping(inner)) for (const [name, item] of Object.entries(inner)) pending.push([item, `${path}.${name}`, [...steps, name]])
  }
  return found
}

const HIDDEN = '••••••••'

/** Return a copy of a model in which the texts at some places, lists of steps, are masked; itself where there are none. */
export function withoutSecrets (model, places, mask = () => HIDDEN) {
  const hidden = (value, steps) => {
    if (!steps.length) return typeof value === 'string' && value !== '' ? mask(value) : value
    const [step, ...rest] = steps
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return value
    const inner = hidden(value[step], rest)
    if (inner === value[step]) return value
    return Array.isArray(value) ? value.with(Number(step), inner) : { ...value, [step]: inner }
  }
  return places.reduce(hidden, model)
}

/** Return a mask of texts, under which the same text looks the same and others differ. */
export function numberedMask () {
  const numbers = new Map()
  return (text) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size + 1)
    return `${HIDDEN} (${numbers.get(text)})`
  }
}

/** Resolve to the places of secrets in a rendered model; `secretsOf(class_)` resolves to the names of those of a class. */
export async function secretPlaces (model, secretsOf) {
  const objects = objectsOf(model).filter((each) => each.class !== null)
  const places = await Promise.all(objects.map(async ({ class: class_, steps }) =>
    (await secretsOf(class_)).map((name) => [...steps, name])))
  return places.flat()
}

/** Return an id as the engine makes them, 32 hexadecimal digits. */
export function freshObjectId (random = (bytes) => crypto.getRandomValues(bytes)) {
  return Array.from(random(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Return a copy without the keys whose value is undefined. */
export function given (mapping) {
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined))
}

export function isMapping (value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf (value) {
  return value === undefined || value === null ? null : String(value)
}
