// Which field is for which kind of values.
import { kindOf } from '../schema.js'
import { AnythingField } from './anything.js'
import { ListField } from './list.js'
import { MappingField } from './mapping.js'
import { ObjectField } from './object.js'
import { ChoiceField, FlagField, NumberField, TextField } from './scalars.js'

const FIELDS = {
  text: TextField,
  number: NumberField,
  flag: FlagField,
  choice: ChoiceField,
  list: ListField,
  mapping: MappingField,
  object: ObjectField,
  anything: AnythingField
}

/** Return the field of a schema, built; see `Field` for what it is given. */
export function fieldOf (schema, given) {
  const field = new FIELDS[kindOf(schema)]({ ...given, schema, fieldOf })
  field.build()
  return field
}
