// Answers to the form of a UI definition.
import { isMapping } from '../form/model.js'

/**
 * Return what could be answered, `{form: {field: value}}`: initial values where they are written plainly, the first of written
 * choices, else null. `definition` is a UI definition as data; what is not as it should be is left out.
 */
export function answersOf (definition) {
  const forms = isMapping(definition) && Array.isArray(definition.Forms) ? definition.Forms : []
  const answers = {}
  for (const form of forms.filter(isMapping)) {
    for (const [name, body] of Object.entries(form)) {
      const fields = isMapping(body) && Array.isArray(body.fields) ? body.fields.filter((field) => isMapping(field) && typeof field.name === 'string') : []
      const asked = fields.filter(({ hidden }) => hidden !== true)
      if (asked.length) answers[name] = Object.fromEntries(asked.map((field) => [field.name, answerOf(field)]))
    }
  }
  return answers
}

function answerOf ({ initial, choices, type }) {
  if (initial !== undefined && !(typeof initial === 'string' && initial.includes('$'))) return initial
  if (type === 'boolean') return false
  const [first] = Array.isArray(choices) ? choices : []
  return Array.isArray(first) ? first[0] : null
}
