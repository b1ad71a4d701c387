/** Tasks of the type `muranopl`: checks and tests of packages. */

import * as vscode from 'vscode'

import { commandLine, DEFAULTS } from './commandline.js'

const MATCHERS = ['$muranopl', '$muranopl-text']

/**
 * Provide the tasks.
 *
 * @param {() => Promise<string | null>} find returns the path of `muranopl`
 */
export function provideTasks(find) {
  async function made(definition, scope) {
    const program = await find()
    if (program === null) {
      return undefined
    }
    const cwd = (typeof scope === 'object' ? scope : vscode.workspace.workspaceFolders?.[0])?.uri.fsPath
    const run = new vscode.ProcessExecution(program, commandLine(definition), { cwd })
    const task = new vscode.Task(definition, scope, definition.command, 'muranopl', run, MATCHERS)
    task.group = definition.command === 'test' ? vscode.TaskGroup.Test : vscode.TaskGroup.Build
    return task
  }
  return vscode.tasks.registerTaskProvider('muranopl', {
    async provideTasks() {
      const folders = vscode.workspace.workspaceFolders ?? []
      const tasks = folders.flatMap((folder) => DEFAULTS.map((definition) => made(definition, folder)))
      return (await Promise.all(tasks)).filter(Boolean)
    },
    resolveTask: (task) => made(task.definition, task.scope ?? vscode.TaskScope.Workspace)
  })
}
