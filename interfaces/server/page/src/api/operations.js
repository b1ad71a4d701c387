// What the service can be asked, read from its OpenAPI document, and the requests that users put together.

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const BINARY = 'binary'

/**
 * Return the operations of a document in its order:
 *
 *     {id, method, path, also, group, summary, description, secured}     `also` are other paths of the same operation
 *     parameters   [{name, in, required, description, schema}]
 *     bodies       [{media, schema}], what may be sent; none where nothing is
 *     answers      [{status, description, content: [{media, schema}]}]
 */
export function operationsOf (document) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => operationOf(document, path, method, methods[method])))
  const ids = new Set(all.map(({ id }) => id))
  const isAlias = ({ id }) => id.endsWith('_v1') && ids.has(id.slice(0, -'_v1'.length))
  return all.filter((each) => !isAlias(each))
    .map((each) => ({ ...each, also: all.filter(({ id }) => id === `${each.id}_v1`).map(({ path }) => path) }))
}

function operationOf (document, path, method, declared) {
  const content = (body) => Object.entries(body?.content ?? {}).map(([media, { schema = {} }]) => ({ media, schema }))
  return {
    id: declared.operationId,
    method: method.toUpperCase(),
    path,
    group: declared.tags?.[0] ?? '',
    summary: declared.summary ?? '',
    description: declared.description ?? '',
    secured: (declared.security ?? []).length > 0,
    parameters: declared.parameters ?? [],
    bodies: content(declared.requestBody),
    answers: Object.entries(declared.responses).map(([status, answer]) => {
      const { description, ...rest } = resolved(document, answer)
      return { status, description, content: content(rest) }
    })
  }
}

/** Return what a reference of the document leads to, or the schema itself. */
export function resolved (document, schema) {
  if (!schema.$ref) return schema
  return schema.$ref.replace(/^#\//, '').split('/').reduce((found, key) => found?.[key], document) ?? {}
}

/** Return the type of a schema as a text: `list of text or null`. Types of the document are called by their names. */
export function typeOf (schema) {
  if (schema.$ref) return nameOf(schema)
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  if (schema.type === 'object' && isSchema(schema.additionalProperties)) return `mapping to ${typeOf(schema.additionalProperties)}`
  if (schema.format === BINARY) return 'bytes'
  return { string: 'string', object: 'mapping' }[schema.type] ?? schema.type ?? 'anything'
}

/** Return the names of the types of the document that schemas consist of, each once. */
export function namedTypes (document, schemas) {
  const [names, waiting] = [new Set(), [...schemas]]
  for (let schema = waiting.shift(); schema !== undefined; schema = waiting.shift()) {
    if (schema.$ref) {
      if (names.has(nameOf(schema))) continue
      names.add(nameOf(schema))
      waiting.push(resolved(document, schema))
    } else waiting.push(...partsOf(schema))
  }
  return [...names]
}

function partsOf ({ anyOf = [], items, properties = {}, additionalProperties }) {
  return [...anyOf, items, additionalProperties, ...Object.values(properties)].filter(isSchema)
}

function isSchema (value) {
  return value !== null && typeof value === 'object'
}

function nameOf ({ $ref }) {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

/** Types that contain themselves are written so deep. */
const DEEPEST = 5

/** Return a value with all that a schema requires, to begin with. */
export function sample (document, schema, depth = 0) {
  if (depth > DEEPEST) return null
  const known = resolved(document, schema)
  if (known.enum) return known.enum[0]
  if (known.type === 'array') return known.items ? [sample(document, known.items, depth + 1)] : []
  if (known.type === 'object') return Object.fromEntries((known.required ?? []).map((name) => [name, sample(document, known.properties?.[name] ?? {}, depth + 1)]))
  return { string: '', integer: 0, number: 0, boolean: false }[known.type] ?? null
}

/** Return the parts of a form, `{file, text}`: the names of that which is a file, and of the other one. */
export function formParts (document, schema) {
  const { properties = { file: { format: BINARY }, data: {} } } = resolved(document, schema)
  const names = Object.keys(properties)
  const file = names.find((name) => properties[name].format === BINARY) ?? names[0]
  return { file, text: names.find((name) => name !== file) ?? null }
}

/**
 * Return `{path, query, headers, missing}` of an operation with the values of its parameters, texts by name: lists have one value a line.
 * What is empty is not sent; `missing` are names of parameters that have to be given.
 */
export function requestOf ({ path, parameters }, values) {
  const given = parameters.filter(({ name }) => (values[name] ?? '') !== '')
  const within = (place) => given.filter((each) => each.in === place)
  const valueOf = ({ name, schema }) => schema.type === 'array' ? values[name].split('\n').filter(Boolean) : values[name]
  const named = (place) => Object.fromEntries(within(place).map((each) => [each.name, valueOf(each)]))
  return {
    path: within('path').reduce((filled, { name }) => filled.replace(`{${name}}`, () => encodeURIComponent(values[name])), path),
    query: named('query'),
    headers: named('header'),
    missing: parameters.filter((each) => each.required && !given.includes(each)).map(({ name }) => name)
  }
}

/** Return the command of curl that sends a request; `body` is `{type, text}`, `{type, file}` or `{parts: [[name, value, isFile]]}`. */
export function curl ({ method, secured }, address, headers, body) {
  const words = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(address)]
  for (const [name, value] of Object.entries(headers)) words.push('-H', quoted(`${name}: ${value}`))
  if (secured) words.push('-H', '"Authorization: Bearer $TOKEN"')
  if (body?.type) words.push('-H', quoted(`Content-Type: ${body.type}`))
  if (body?.text !== undefined) words.push('--data-raw', quoted(body.text))
  if (body?.file) words.push('--data-binary', quoted(`@${body.file}`))
  for (const [name, value, isFile] of body?.parts ?? []) words.push(isFile ? '-F' : '--form-string', quoted(isFile ? `${name}=@${value}` : `${name}=${value}`))
  return words.join(' ')
}

function quoted (text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}
