// JSON with whole numbers of any size: what a Number would round is a BigInt.
import { parse, stringify } from 'json-custom-numbers'

const LONG = /\d{16}/ // the browser's own functions are faster, and do for all else

/** Return the whole number that a text of digits says, with or without a sign. */
export function wholeNumber (text) {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text.replace(/^\+/, ''))
}

/** Return what a JSON text says. */
export function readJson (text) {
  const numberOf = (_, digits) => /^-?\d+$/.test(digits) ? wholeNumber(digits) : Number(digits)
  return LONG.test(text) ? parse(text, undefined, numberOf) : JSON.parse(text)
}

/** Return data as JSON. */
export function writeJson (data, indent) {
  return stringify(data, undefined, indent, (_, value, type) => type === 'bigint' ? String(value) : undefined)
}

/** Return data with the Number that is nearest in place of each BigInt. */
export function approximate (value) {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(approximate)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, approximate(each)]))
}
