// What a report shows, as its address says it: each state has one, so that it can be sent to others and Back leads to it.
//
//     file=Classes/App.yaml&line=4       a line of a file
//     ...&column=3&code=MPL163           a diagnostic there
//     severity=error,warning&text=a+b&in=Classes/App.yaml      those that are shown
//     group=code                         how they are grouped
//     explain=MPL163                     with the explanation of a code open
import { SEVERITIES } from './findings.js'

/** How diagnostics are grouped: by the name in addresses, what it is called. */
const GROUPINGS = { file: 'File', code: 'Code', package: 'Package' }

/** Return the groupings of a report: by package where there are several. */
export function groupings (several) {
  const { package: byPackage, ...others } = GROUPINGS
  return several ? { ...others, package: byPackage } : others
}

/**
 * Return `{severities, text, within, group, file, line, column, code, explain}` of the parameters of an address, and `complaints` about
 * them; `several` says whether the report is about several packages.
 */
export function stateOf (query, several) {
  const complaints = []
  const severities = (query.severity ?? SEVERITIES.join()).split(',').filter((each) => each !== '' && each !== 'none')
  const unknown = severities.filter((each) => !SEVERITIES.includes(each))
  if (unknown.length) complaints.push(`Unknown severity “${unknown.join(', ')}”.`)
  const group = query.group ?? 'file'
  const isGrouping = Object.hasOwn(groupings(several), group)
  if (!isGrouping) complaints.push(`Diagnostics ${several ? '' : 'of one package '}cannot be grouped by “${group}”.`)
  const [line, column] = [numberOf(query.line), numberOf(query.column)]
  if (query.line !== undefined && line === null) complaints.push(`“${query.line}” is not the number of a line.`)
  if (query.column !== undefined && column === null) complaints.push(`“${query.column}” is not the number of a column.`)
  if (line !== null && !query.file && !query.code) complaints.push('The URL names a line, but no file.')
  return {
    severities: unknown.length ? new Set(SEVERITIES) : new Set(severities),
    text: query.text ?? '',
    within: query.in ?? '',
    group: isGrouping ? group : 'file',
    file: query.file ?? null,
    line,
    column,
    code: query.code ?? null,
    explain: query.explain ?? null,
    complaints
  }
}

/** Return the parameter for severities: none for all of them. */
export function severityParameter (severities) {
  return severities.size === SEVERITIES.length ? undefined : SEVERITIES.filter((each) => severities.has(each)).join() || 'none'
}

/** Return the parameters that show a diagnostic, in a file that is called `file`. */
export function placeOf ({ line, column, code }, file) {
  return { file, line, column, code }
}

function numberOf (text) {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null
}
