// JSON with whole numbers of any size: what a Number would round is a BigInt.
const LONG = /\d{16}/
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Return the whole number that a text of digits says, with or without a sign. */
export function wholeNumber (text) {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text.replace(/^\+/, ''))
}

/** Return what a JSON text says. */
export function readJson (text) {
  if (!LONG.test(text)) return JSON.parse(text)
  const mark = freshMark()
  const marked = text.replace(TOKENS, (token) => /^-?[1-9]\d{15,}$/.test(token) && typeof wholeNumber(token) === 'bigint' ? `"${mark}${token}"` : token)
  return JSON.parse(marked, (_, value) => typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value)
}

/** Return data as JSON. */
export function writeJson (data, indent) {
  const mark = freshMark()
  let isMarked = false
  const text = JSON.stringify(data, (_, value) => {
    if (typeof value !== 'bigint') return value
    isMarked = true
    return `${mark}${value}`
  }, indent)
  return isMarked ? text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1') : text
}

// No text of anybody has it by accident, nor can it be known beforehand.
function freshMark () { return `whole-${globalThis.crypto.getRandomValues(new Uint32Array(4)).join('-')}:` }

/** Return data with the Number that is nearest in place of each BigInt. */
export function approximate (value) {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(approximate)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, approximate(each)]))
}
