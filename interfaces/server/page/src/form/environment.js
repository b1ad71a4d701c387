// Applications live in an environment: what looks for one while it is made, such as a server, loads in one only.
import { freshObjectId } from './model.js'

export const APPLICATION = 'io.murano.Application'

const INSIDE = '$.applications[0]'

/** Return an environment with these applications, to be rendered; `header` and `name` are those of another one. */
export function environmentOf (applications, { '?': header = { type: 'io.murano.Environment', id: freshObjectId() }, name = 'environment' } = {}) {
  const { type, id } = header
  return { '?': { type, id }, name, applications }
}

/** Return the application of a rendered environment, and its other objects in front of it or behind, `{application, others}`. */
export function splitEnvironment (environment) {
  const [application, ...others] = environment.applications ?? []
  return { application, others }
}

/** Return a diagnostic of an environment as one of its first application; what is said of others has no path. */
export function ofApplication (diagnostic) {
  const { model_path: path, message } = diagnostic
  if (!path?.startsWith(INSIDE)) return { ...diagnostic, model_path: null }
  return { ...diagnostic, model_path: `$${path.slice(INSIDE.length)}`, message: message.replaceAll(INSIDE, '$') }
}
