/** The command lines of tasks. Nothing here needs the editor. */

/** The tasks of a folder, if nobody configures others. */
export const DEFAULTS = ['check', 'test'].map((command) => ({ type: 'muranopl', command }))

/**
 * Return the arguments of the program for a task. A check has one line for each problem.
 *
 * @param {{command: string, paths?: string[], args?: string[]}} definition
 */
export function commandLine({ command, paths = ['.'], args = [] }) {
  const format = command === 'check' && !args.some((arg) => arg.startsWith('--format')) ? ['--format', 'concise'] : []
  return [command, ...paths, ...format, ...args]
}
