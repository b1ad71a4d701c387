// What is said of a value that does not fit its schema: the words for the library's messages.
import { kindOf } from './schema.js'

const WRONG_KIND = {
  text: 'Enter a text.',
  number: 'Enter a whole number.',
  flag: 'Choose true or false.',
  list: 'Enter a list.',
  mapping: 'There has to be a mapping here: enter keys and values.',
  object: 'Choose an object.'
}

const MESSAGES = {
  error_type: (_, schema) => WRONG_KIND[kindOf(schema)] ?? 'This is a value of another kind.',
  error_type_union: (_, schema) => WRONG_KIND[kindOf(schema)] ?? 'This is a value of another kind.',
  error_enum: () => 'Choose one of the values that are offered.',
  error_notempty: () => 'This must not be empty.',
  error_minimum_incl: ([bound]) => `Enter ${bound} or more.`,
  error_minimum_excl: ([bound]) => `Enter more than ${bound}.`,
  error_maximum_incl: ([bound]) => `Enter ${bound} or less.`,
  error_maximum_excl: ([bound]) => `Enter less than ${bound}.`,
  error_minLength: ([bound]) => `Enter at least ${bound} characters.`,
  error_maxLength: ([bound]) => `Enter at most ${bound} characters.`,
  error_minItems: ([bound]) => `There have to be at least ${bound} items.`,
  error_maxItems: ([bound]) => `There may be at most ${bound} items.`,
  error_additionalItems: () => 'There are too many items.',
  error_additional_properties: ([key]) => `There is no key "${key}" here.`
}

export const NEEDED = 'A value is needed here.'

/** The library's `translate`: the words for a message, of which `defaults` has the English of those that are not ours. */
export function translator (defaults) {
  return (key, variables, schema) => {
    const words = MESSAGES[key]
    if (words) return words(variables ?? [], schema ?? {})
    const text = defaults.languages.en[key] ?? key
    return (variables ?? []).reduce((made, variable, at) => made.replaceAll(`{{${at}}}`, variable), text)
  }
}
