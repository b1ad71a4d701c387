// The diagnostics of a report: ordered, counted, filtered, and grouped.

/** The severities, the gravest first. */
export const SEVERITIES = ['error', 'warning', 'info']

/** What diagnostics are grouped by. */
const KEYS = {
  file: ({ source }) => source,
  code: ({ code }) => code,
  package: (each) => each.package ?? ''
}

/** Return how many diagnostics of each severity there are; one may stand for others that were left out. */
export function tally (diagnostics) {
  const found = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0]))
  for (const each of diagnostics) found[each.severity] += each.left_out || 1
  return found
}

/** Return `3 errors, 1 warning`; nothing where there is none. */
export function inWords (found) {
  return SEVERITIES.filter((severity) => found[severity])
    .map((severity) => counted(found[severity], severity))
    .join(', ')
}

/** Return `1 error`, `2 errors`. */
export function counted (number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Return the sentence that sums up a report, as the terminal has it. */
export function closing (report) {
  const { errors, warnings, infos, packages } = report.summary
  const found = inWords({ error: errors, warning: warnings, info: infos })
  const looked = counted(packages, 'package')
  if (!found) return packages ? `All checks passed: ${looked}.` : 'Nothing was checked: libraries are not checked.'
  return packages ? `Found ${found} in ${looked}.` : `Found ${found}.`
}

/**
 * Return the diagnostics that a filter lets through: `severities` is a set, `text` words that all have to occur (in the
 * message, code, name, path, package or a note), `path` one file, or an empty string for all.
 */
export function filtered (diagnostics, { severities, text = '', path = '' }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return diagnostics.filter(
    (each) =>
      severities.has(each.severity) &&
      (!path || each.source === path) &&
      words.every((word) => searched(each).includes(word))
  )
}

function searched (each) {
  const parts = [each.code, each.name, each.message, each.file, each.package, each.suggestion, ...each.notes]
  return parts.filter(Boolean).join('\n').toLowerCase()
}

/**
 * Return `[{key, diagnostics, found}]`, a group for each file, code or package: those with the gravest diagnostics first, and
 * the gravest of a group first; else in the order of the report.
 */
export function grouped (diagnostics, by) {
  const groups = new Map()
  for (const each of diagnostics) {
    const key = KEYS[by](each)
    if (!groups.has(key)) groups.set(key, [])
    groups.get(key).push(each)
  }
  const inOrder = Array.from(groups, ([key, members]) => ({ key, diagnostics: [...members].sort(byRank), found: tally(members) }))
  return inOrder.sort((one, other) => byRank(one.diagnostics[0], other.diagnostics[0]))
}

function byRank (one, other) {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity)
}

/** Return `file:line:column`. */
export function where (place) {
  return `${place.file}:${place.line}:${place.column}`
}
