// The diagnostics of a report: ordered, counted, filtered, and grouped by file.

/** The severities, the gravest first. */
export const SEVERITIES = ['error', 'warning', 'info']

/** Return the diagnostics, files with the gravest first; else in the order of the report. */
export function gravestFirst (diagnostics) {
  const ranks = new Map()
  for (const { source, severity } of diagnostics) ranks.set(source, Math.min(ranks.get(source) ?? Infinity, SEVERITIES.indexOf(severity)))
  return [...diagnostics].sort((one, other) => ranks.get(one.source) - ranks.get(other.source))
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
  if (!found) return packages ? `All checks passed: ${looked}.` : 'Nothing was checked: libraries are not.'
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

/** Return `[{path, diagnostics, found}]`, a group for each file, in the order in which the report has them. */
export function byFile (diagnostics) {
  const groups = new Map()
  for (const each of diagnostics) {
    if (!groups.has(each.source)) groups.set(each.source, [])
    groups.get(each.source).push(each)
  }
  return Array.from(groups, ([path, members]) => ({ path, diagnostics: members, found: tally(members) }))
}

/** Return `file:line:column`. */
export function where (place) {
  return `${place.file}:${place.line}:${place.column}`
}
