// What is said of a value that does not fit its schema.
import { kindOf } from './schema.js'

const WRONG_KIND = {
  text: 'Enter text.',
  number: 'Enter a whole number.',
  flag: 'Choose true or false.',
  list: 'Enter a list.',
  mapping: 'This must be a mapping: enter keys and values.',
  object: 'Choose an object.'
}

export const NEEDED = 'A value is required.'

const WORDS = {
  type: (schema) => WRONG_KIND[kindOf(schema)] ?? 'This value has the wrong type.',
  enum: () => 'Choose one of the offered values.',
  minimum: ({ minimum, exclusiveMinimum }) => exclusiveMinimum ? `Enter more than ${minimum}.` : `Enter ${minimum} or more.`,
  maximum: ({ maximum, exclusiveMaximum }) => exclusiveMaximum ? `Enter less than ${maximum}.` : `Enter ${maximum} or less.`,
  minLength: ({ minLength }) => minLength === 1 ? NEEDED : `Enter at least ${minLength} characters.`,
  maxLength: ({ maxLength }) => `Enter at most ${maxLength} characters.`,
  minItems: ({ minItems }) => `Enter at least ${minItems} items.`,
  maxItems: ({ maxItems }) => maxItems === undefined ? 'Too many items.' : `Enter at most ${maxItems} items.`
}

/** Return what is said of a value that does not satisfy a keyword of its schema. */
export function wordsFor (keyword, schema) {
  return WORDS[keyword]?.(schema) ?? 'This value is not valid here.'
}
