/** The client of the language server protocol. */

import * as vscode from 'vscode'
import { LanguageClient } from 'vscode-languageclient/node'

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
 */
export function makeClient(program, more, log) {
  return new LanguageClient(
    'muranopl',
    'MuranoPL',
    { command: program, args: ['lsp', ...more], options: { cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath } },
    {
      documentSelector: DOCUMENTS,
      outputChannel: log,
      initializationOptions: { trusted: vscode.workspace.isTrusted }
    }
  )
}
