// YAML as the engine reads and writes it: version 1.1, where `yes` is true; dates and other rare types stay texts. What a Number
// would round is a BigInt, as in json.js.
import { parseDocument, stringify } from 'yaml'

const RARE = new Set(['timestamp', 'binary', 'omap', 'pairs', 'set'])
const OPTIONS = { version: '1.1', merge: true, intAsBigInt: true, customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !RARE.has(tag.tag?.split(':').at(-1))) }

/** Return what a YAML text says; JSON is YAML. Raise an Error that says what is wrong, and where. */
export function readYaml (text) {
  const document = parseDocument(text, { ...OPTIONS, prettyErrors: true, uniqueKeys: true })
  const [error] = document.errors
  if (error) throw new Error(error.message.trim())
  return document.toJS({ maxAliasCount: 100, reviver })
}

function reviver (_, value) {
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Return data as YAML. */
export function writeYaml (data) {
  return stringify(data, { ...OPTIONS, lineWidth: 100, aliasDuplicateObjects: false })
}
