// What a report shows, as its address says it: each state has one, so that it can be sent to others and Back leads to it.
//
//     file=Classes/App.yaml&line=4       a line of a file
//     ...&column=3&code=MPL163           a diagnostic there
//     severity=error,warning&text=a+b&in=Classes/App.yaml      those that are shown
//     group=code                         how they are grouped
//     explain=MPL163                     with the explanation of a code open
import { SEVERITIES } from './findings.js'

/** How diagnostics are grouped: by the name in addresses, what it is called. */
export const GROUPINGS = { file: 'File', code: 'Code', package: 'Package' }

/** Return `{severities, text, within, group, file, line, column, code, explain}` of the parameters of an address, and `complaints` about them. */
export function stateOf (query) {
  const complaints = []
  const severities = (query.severity ?? SEVERITIES.join()).split(',').filter((each) => each !== '' && each !== 'none')
  const unknown = severities.filter((each) => !SEVERITIES.includes(each))
  if (unknown.length) complaints.push(`There is no severity “${unknown.join(', ')}”.`)
  const group = query.group ?? 'file'
  if (!Object.hasOwn(GROUPINGS, group)) complaints.push(`Diagnostics cannot be grouped by “${group}”.`)
  const line = numberOf(query.line)
  if (query.line !== undefined && line === null) complaints.push(`“${query.line}” is not the number of a line.`)
  return {
    severities: unknown.length ? new Set(SEVERITIES) : new Set(severities),
    text: query.text ?? '',
    within: query.in ?? '',
    group: Object.hasOwn(GROUPINGS, group) ? group : 'file',
    file: query.file ?? null,
    line,
    column: numberOf(query.column),
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
