/** The status item: the version of the server, the number of problems, and whether a check is running. */

import * as vscode from 'vscode'

import { summary } from './summary.js'

const COMMANDS = ['workbench.actions.view.problems', 'muranopl.showLog', 'muranopl.restart', 'muranopl.showSettings']
const SEVERITIES = [
  vscode.DiagnosticSeverity.Error,
  vscode.DiagnosticSeverity.Warning,
  vscode.DiagnosticSeverity.Information
]

export class Status {
  #item = vscode.window.createStatusBarItem('muranopl.status', vscode.StatusBarAlignment.Left)
  #state = { server: 'starting', name: '', program: '', checking: null }
  #listener = vscode.languages.onDidChangeDiagnostics(() => this.show({}))

  constructor() {
    this.#item.name = 'MuranoPL'
    this.#item.command = 'workbench.actions.view.problems'
    this.show({})
    this.#item.show()
  }

  /** Show parts of the state that changed, with the numbers of problems as they are now. */
  show(changes) {
    Object.assign(this.#state, changes)
    const { text, tooltip, label, isWrong } = summary({ ...this.#state, counts: counts() })
    this.#item.text = text
    this.#item.accessibilityInformation = { label }
    this.#item.tooltip = new vscode.MarkdownString(tooltip)
    this.#item.tooltip.isTrusted = { enabledCommands: COMMANDS }
    this.#item.backgroundColor = isWrong ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined
  }

  /** Show the progress of a check; it is a middleware of the client, which also shows it. */
  progress(value) {
    this.show({ checking: value.kind === 'end' ? null : `${value.percentage ?? 0} %` })
  }

  dispose() {
    this.#listener.dispose()
    this.#item.dispose()
  }
}

function counts() {
  const found = vscode.languages.getDiagnostics().flatMap(([, items]) => items)
  const own = found.filter((item) => item.source === 'muranopl')
  return SEVERITIES.map((severity) => own.filter((item) => item.severity === severity).length)
}
