// Versions of packages, as far as a form needs them.

/** Return a number below, equal to or above 0, as one version is older than, as old as, or newer than another. */
export function compareVersions (one, other) {
  const [first, second] = [partsOf(one), partsOf(other)]
  for (let at = 0; at < 3; at += 1) if (first.numbers[at] !== second.numbers[at]) return first.numbers[at] - second.numbers[at]
  if (first.rest === second.rest) return 0
  if (first.rest === '' || second.rest === '') return first.rest === '' ? 1 : -1 // a release is newer than what comes before it
  return first.rest.localeCompare(second.rest, 'en', { numeric: true })
}

function partsOf (version) {
  const [numbers, ...rest] = String(version).split('-')
  const counted = numbers.split('.').map(Number)
  return { numbers: [0, 1, 2].map((at) => counted[at] || 0), rest: rest.join('-') }
}

/** Return the specification of a version of a class that requests name: without one the service would look for version 0. */
export function specOf (version) {
  return version ? `=${version}` : 'latest'
}

/**
 * Return the newest of the classes that `wanted` names, pre-releases included as in the service, null where there is none: by its
 * name, its package where it says one, and its version, of which a part may be missing.
 */
export function newest (classes, wanted) {
  const fits = (version) => !wanted.version || version === wanted.version || version.startsWith(`${wanted.version}.`)
  const fitting = classes.filter(({ name, version, package: pkg }) => name === wanted.name && (!wanted.package || pkg === wanted.package) && fits(version))
  return fitting.reduce((best, each) => (best === null || compareVersions(each.version, best.version) > 0 ? each : best), null)
}
