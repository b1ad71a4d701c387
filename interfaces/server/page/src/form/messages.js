// What is said of a value that does not fit its schema.
import { kindOf } from './schema.js'

const WRONG_KIND = {
  text: 'Enter a text.',
  number: 'Enter a whole number.',
  flag: 'Choose true or false.',
  list: 'Enter a list.',
  mapping: 'There has to be a mapping here: enter keys and values.',
  object: 'Choose an object.'
}

const WORDS = {
  type: (schema) => WRONG_KIND[kindOf(schema)] ?? 'This is a value of another kind.',
  enum: () => 'Choose one of the values that are offered.',
  minimum: ({ minimum, exclusiveMinimum }) => exclusiveMinimum ? `Enter more than ${minimum}.` : `Enter ${minimum} or more.`,
  maximum: ({ maximum, exclusiveMaximum }) => exclusiveMaximum ? `Enter less than ${maximum}.` : `Enter ${maximum} or less.`,
  minLength: ({ minLength }) => minLength === 1 ? 'This must not be empty.' : `Enter at least ${minLength} characters.`,
  maxLength: ({ maxLength }) => `Enter at most ${maxLength} characters.`,
  minItems: ({ minItems }) => `There have to be at least ${minItems} items.`,
  maxItems: ({ maxItems }) => maxItems === undefined ? 'There are too many items.' : `There may be at most ${maxItems} items.`
}

export const NEEDED = 'A value is needed here.'

/** Return what is said of a value that does not satisfy a keyword of its schema. */
export function wordsFor (keyword, schema) {
  return WORDS[keyword]?.(schema) ?? 'This value does not fit here.'
}
