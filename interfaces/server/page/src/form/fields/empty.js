import { kindOf, LIST, MAPPING } from '../schema.js'

/** Return what an item of a list or mapping is in which nothing was given. */
export function emptyOf ({ schema }) {
  return { [LIST]: [], [MAPPING]: {} }[kindOf(schema)] ?? null
}
