// A working example of each operation: values of its parameters and a body, about a small package that is uploaded for it.
import { packed } from '../check/packing.js'
import { PACKAGE } from './example-package.js'

const NAME = 'example.greeting'
const CLASS = `${NAME}.Greeting`
const PATH = 'Classes/Greeting.yaml'
/** The name of the property of the class. */
const AT = { texts: {}, path: PATH, line: 8, column: 3 }
/** The same with a mistake, and where that is. */
const MISTAKEN = { [PATH]: PACKAGE[PATH].replace('notNull', 'notNul') }
const WITHIN_CALL = { texts: {}, path: PATH, line: 20, column: 24 }
const NO_ANSWERS = { answers: {} }
const CATEGORY = 'Examples'

/** Values of parameters, by their names; those of the operation itself come first. */
const VALUES = { fqn: NAME, className: CLASS, name: CLASS, methods: 'greet' }

const MODEL = { '?': { id: 'example', type: `${CLASS}/1` }, words: 'Hello' }

/** By operation: `values`, `json` or `file` of the body, or a function that asks the service for them. */
const EXAMPLES = {
  static_file: { values: { name: () => new URL(document.querySelector('script[type=module]').src).pathname.split('/').at(-1) } },
  class_schemas: { values: { classVersion: '1' } },
  method_schemas: { values: { classVersion: '1' } },
  static_action: { json: { className: CLASS, classVersion: '1', methodName: 'greet', parameters: { name: 'you' } } },
  render: { json: MODEL, values: { class: CLASS } },
  export: { json: MODEL },
  forms: { json: NO_ANSWERS, values: { name: 'example' } },
  form_pages: { json: NO_ANSWERS },
  validate: { file: true, values: { name: 'greeting.zip', sources: 'reported' } },
  keep_upload: { file: true, values: { name: 'greeting.zip' } },
  classes: { values: { extends: 'io.murano.Application' } },
  graph: { values: { class: CLASS } },
  diff: { json: (api) => uploaded(api).then((upload) => ({ old: { upload }, new: { upload } })), values: {} },
  edited_diagnostics: { json: { texts: MISTAKEN } },
  hover_text: { json: AT },
  definitions: { json: AT },
  references: { json: AT },
  signatures: { json: WITHIN_CALL },
  completion: { json: WITHIN_CALL },
  renamable: { json: AT },
  renamed: { json: { ...AT, name: 'message' } },
  suppression: { json: { texts: MISTAKEN, path: PATH, line: 9, column: 26, code: 'MPL163' } },
  explanation: { values: { code: 'MPL163' } },
  catalog_packages: { values: { limit: '2' } },
  upload_package: { file: true },
  update_package: { values: { id: ownPackage }, json: [{ op: 'replace', path: '/description', value: 'An example.' }] },
  delete_package: { values: { id: ownPackage } },
  add_category: { json: { name: CATEGORY } },
  category: { values: { id: anyCategory } },
  delete_category: { values: { id: ownCategory } }
}

/** Resolve to `{values, json, file}` of an example: texts by parameter, and what the body is, if anything. */
export async function exampleOf (api, { id, parameters }) {
  const { values = {}, json, file } = EXAMPLES[id] ?? {}
  const known = { ...VALUES, id: anyPackage, 'X-Upload': uploaded, ...values }
  const named = parameters.filter(({ name, required }) => required || name === 'X-Upload' || Object.hasOwn(values, name))
  const resolved = await Promise.all(named.map(async ({ name }) => [name, await valueOf(known[name], api)]))
  return { values: Object.fromEntries(resolved.filter(([, value]) => value !== undefined)), json: await valueOf(json, api), file: file && exampleFile() }
}

function valueOf (value, api) {
  return typeof value === 'function' ? value(api) : value
}

function exampleFile () {
  return new File([packed(null, Object.entries(PACKAGE))], 'greeting.zip', { type: 'application/zip' })
}

async function uploaded (api) {
  return (await api.post('uploads', exampleFile(), { type: 'application/zip', query: { name: 'greeting.zip' } })).id
}

async function anyPackage (api) {
  return (await api.get('v1/catalog/packages', { limit: 1 })).packages[0]?.id
}

/** Changes are made to nothing but the example, once it was imported. */
async function ownPackage (api) {
  return (await api.get('v1/catalog/packages', { fqn: NAME })).packages[0]?.id
}

async function anyCategory (api) {
  return (await api.get('v1/catalog/categories')).categories[0]?.id
}

async function ownCategory (api) {
  return (await api.get('v1/catalog/categories')).categories.find(({ name }) => name === CATEGORY)?.id
}
