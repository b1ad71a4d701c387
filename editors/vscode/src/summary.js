/** The texts of the status item. Nothing here needs the editor. */

const KINDS = ['error', 'warning', 'info']
const SERVERS = {
  missing: 'The program `muranopl` was not found.',
  starting: 'The server is starting.',
  stopped: 'The server is not running.'
}
const LINKS = [
  '[Problems](command:workbench.actions.view.problems)',
  '[Log](command:muranopl.showLog)',
  '[Restart](command:muranopl.restart)',
  '[Settings](command:muranopl.showSettings)'
]

/**
 * @typedef {object} State
 * @property {'missing' | 'starting' | 'running' | 'stopped'} server
 * @property {string} name the name and version of the server, empty if it is not known
 * @property {string} program the path of the server, empty if there is none
 * @property {string | null} checking the part of the first check that is done, null if none is running
 * @property {number[]} counts the numbers of errors, warnings and infos
 */

/**
 * Return the text of the item, the Markdown of its tooltip, its label for screen readers, and whether something is
 * wrong with the server.
 *
 * @param {State} state
 */
export function summary({ server, name, program, checking, counts }) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const isBusy = server === 'starting' || checking !== null
  const isWrong = server === 'missing' || server === 'stopped'
  const icon = isBusy ? 'sync~spin' : isWrong || counts[0] ? 'error' : counts[1] ? 'warning' : 'check'
  const says = SERVERS[server] ?? (checking === null ? problems(counts) : `Checking packages: ${checking}`)
  return {
    text: `$(${icon}) MuranoPL${total && !isBusy && !isWrong ? `: ${shown(total)}` : ''}`,
    tooltip: [`**${name || 'MuranoPL'}**`, program && `\`${program}\``, says, LINKS.join(' · ')].filter(Boolean).join('\n\n'),
    label: `MuranoPL: ${says}`,
    isWrong
  }
}

function problems(counts) {
  const parts = counts.map((count, at) => count && `${shown(count)} ${KINDS[at]}${count === 1 ? '' : 's'}`)
  return parts.filter(Boolean).join(', ') || 'No problems'
}

function shown(count) {
  return count.toLocaleString('en')
}
