/**
 * The search for the server: the program of the setting, that of a virtual environment, or the one
 * on the path. Nothing here needs the editor.
 */

import path from 'node:path'

const NAME = 'muranopl'
const ENVIRONMENTS = ['.venv', 'venv', 'env']

/**
 * @typedef {object} Surroundings
 * @property {string} configured the setting `muranopl.path`, empty without one
 * @property {string[]} folders the opened folders
 * @property {string[]} environments further virtual environments, the preferred one first
 * @property {boolean} isTrusted whether programs in the opened folders may be run
 * @property {Record<string, string | undefined>} variables the environment variables
 * @property {string} platform as in `process.platform`
 * @property {(file: string) => boolean} isFile
 */

/**
 * @typedef {object} Search
 * @property {string | null} program the path of the server, null if there is none
 * @property {string} origin where it was found: "setting", "environment" or "path"
 * @property {string} problem what is wrong with the setting, empty if nothing is
 */

/**
 * Return the server. A setting comes before everything else: if it names no file, there is none.
 *
 * @param {Surroundings} around
 * @returns {Search}
 */
export function findServer(around) {
  if (around.configured) {
    const program = expanded(around.configured, around)
    const problem = around.isFile(program) ? '' : `The setting muranopl.path names ${program}, which is not a file.`
    return { program: problem ? null : program, origin: 'setting', problem }
  }
  const inEnvironment = environments(around)
    .flatMap((folder) => programsOf(folder, around))
    .find(around.isFile)
  if (inEnvironment) {
    return { program: inEnvironment, origin: 'environment', problem: '' }
  }
  const onPath = searchPath(around).find(around.isFile)
  return { program: onPath ?? null, origin: 'path', problem: '' }
}

/** Return the virtual environments: those that were chosen, and those in the opened folders. */
function environments({ environments, folders, isTrusted, platform }) {
  const { join } = paths(platform)
  const inFolders = isTrusted ? folders.flatMap((folder) => ENVIRONMENTS.map((name) => join(folder, name))) : []
  return [...environments, ...inFolders]
}

/** Return the files that may be the server of a virtual environment. */
function programsOf(folder, { platform }) {
  const { join } = paths(platform)
  return platform === 'win32' ? [join(folder, 'Scripts', `${NAME}.exe`)] : [join(folder, 'bin', NAME)]
}

/** Return the files that may be the server on the path; relative folders are not searched. */
function searchPath({ variables, platform }) {
  const { delimiter, isAbsolute, join } = paths(platform)
  const value = variables.PATH ?? variables.Path ?? ''
  const name = platform === 'win32' ? `${NAME}.exe` : NAME
  return value
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
}

/** Return a path of the settings without `~` and `${workspaceFolder}`, below the first folder if it is relative. */
function expanded(text, { folders, variables, platform }) {
  const { isAbsolute, join } = paths(platform)
  const home = variables.HOME ?? variables.USERPROFILE ?? '~'
  const [folder = ''] = folders
  const result = text.replace(/^~(?=[\\/]|$)/, () => home).replaceAll('${workspaceFolder}', () => folder)
  return isAbsolute(result) || !folder ? result : join(folder, result)
}

function paths(platform) {
  return platform === 'win32' ? path.win32 : path.posix
}
