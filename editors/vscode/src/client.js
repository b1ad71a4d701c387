/** The client of the language server protocol. */

import * as vscode from 'vscode'
import { LanguageClient } from 'vscode-languageclient/node'

import { traceChannel } from './trace.js'

/** The files of packages; other YAML files are left to other extensions. */
const DOCUMENTS = [
  { scheme: 'file', language: 'yaml', pattern: '**/manifest.yaml' },
  { scheme: 'file', language: 'yaml', pattern: '**/template.yaml' },
  { scheme: 'file', language: 'yaml', pattern: '**/{Classes,UI,Resources}/**' },
  { scheme: 'file', pattern: '**/Resources/**/*.{template,hot}' },
  { scheme: 'muranopl' }
]

/**
 * Return a client that starts a server.
 *
 * @param {string} program
 * @param {string[]} more further arguments of `muranopl lsp`
 * @param {vscode.LogOutputChannel} log
 * @param {import("vscode-languageclient/node").Middleware} middleware
 */
export function makeClient(program, more, log, middleware) {
  return new LanguageClient(
    'muranopl',
    'MuranoPL',
    { command: program, args: ['lsp', ...more], options: { cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath } },
    {
      documentSelector: DOCUMENTS,
      outputChannel: log,
      traceOutputChannel: traceChannel(log, tracing),
      initializationOptions: { trusted: vscode.workspace.isTrusted },
      middleware: { ...middleware, window: { showDocument } }
    }
  )
}

const TRACE = 'muranopl.trace.server'
const tracing = {
  level: vscode.LogLevel.Trace,
  isOn: () => vscode.workspace.getConfiguration().get(TRACE, 'off') !== 'off',
  onChange: (listener) =>
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(TRACE) && listener())
}

/** Show a virtual document of the server, which is Markdown, beside the editor, as it is rendered. */
async function showDocument(params, token, next) {
  const uri = vscode.Uri.parse(params.uri)
  if (uri.scheme !== 'muranopl') {
    return next(params, token)
  }
  await vscode.commands.executeCommand('vscode.open', uri, { viewColumn: vscode.ViewColumn.Beside })
  return { success: true }
}
