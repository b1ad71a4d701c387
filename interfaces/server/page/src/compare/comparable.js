// Object models made comparable: ids say nothing but which object is meant.
import { isMapping, objectsOf } from '../form/model.js'

/** Return the application of a rendered environment, and its other objects in front of it or behind, `{application, others}`. */
export function splitEnvironment (environment) {
  const [application, ...others] = environment.applications ?? []
  return { application, others }
}

/** Return an environment with these applications, to be rendered. */
export function environmentOf (environment, applications) {
  const { type, id } = environment['?']
  return { '?': { type, id }, name: environment.name, applications }
}

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
