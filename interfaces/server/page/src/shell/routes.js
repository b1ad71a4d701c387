// What a hash says: `#/classes/my.pkg?class=my.Class` is the view "classes" with the parts ["my.pkg"] and one parameter.

/** Return `{view, parts, query}` of a hash; the view is null where it names none. */
export function routeOf (hash) {
  const [path, search = ''] = splitOnce(hash.replace(/^#\/?/, ''), '?')
  const [view, ...parts] = path.split('/').map(decoded)
  return { view: view || null, parts: parts.filter((part) => part !== ''), query: Object.fromEntries(new URLSearchParams(search)) }
}

/** Return the hash of a view: `hashOf("check", ["my.pkg"], {line: 4})`. Parameters that are null or undefined are left out. */
export function hashOf (view, parts = [], query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  const search = new URLSearchParams(given).toString()
  return `#/${[view, ...parts].map(encodeURIComponent).join('/')}${search && `?${search}`}`
}

/**
 * Return what a view does not know of its address, as sentences. `known` is `{parts, query}`: how many parts it takes, and its
 * parameters with the values that they may have, null for any; where `query` itself is null, the view looks at them by itself.
 */
export function unknownIn ({ parts, query }, known) {
  const unknown = parts.slice(known.parts).map((part) => `Unknown part “${part}” in the URL.`)
  for (const [name, value] of Object.entries(known.query === null ? {} : query)) {
    if (!Object.hasOwn(known.query, name)) unknown.push(`Unknown parameter “${name}” in the URL.`)
    else if (known.query[name]?.includes(value) === false) unknown.push(`In the URL, “${name}” cannot be “${value}”, only ${known.query[name].map((each) => `“${each}”`).join(', ')}.`)
  }
  return unknown
}

function splitOnce (text, separator) {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function decoded (part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // somebody typed a lone %
  }
}
