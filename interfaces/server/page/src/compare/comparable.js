// Object models made comparable: ids say nothing but which object is meant.
import { isMapping, objectsOf } from '../form/model.js'

/** Return a copy in which the id of every object is its place: `$`, `$.server`; and so is what refers to it. */
export function withPlacesAsIds (model) {
  const places = new Map(objectsOf(model).map(({ id, path }) => [id, `(${path})`]))
  const copy = (value) => {
    if (typeof value === 'string') return places.get(value) ?? value
    if (Array.isArray(value)) return value.map(copy)
    return isMapping(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each)])) : value
  }
  return copy(model)
}
