/** The extension: it starts the server, and adds what the server leaves to its client. */

import fs from 'node:fs'

import * as vscode from 'vscode'

import { makeClient } from './client.js'
import { findServer } from './finder.js'
import { showReferences } from './references.js'

const SECTION = 'muranopl'
const STARTED_BY = ['path', 'args'].map((name) => `${SECTION}.${name}`)

/** @type {import("vscode-languageclient/node").LanguageClient | null} */
let client = null
/** @type {Promise<void>} What starts and stops the server, one after the other. */
let turns = Promise.resolve()

/** @param {vscode.ExtensionContext} context */
export async function activate(context) {
  const log = vscode.window.createOutputChannel('MuranoPL', { log: true })
  const restart = () => inTurn(() => startServer(log, context))
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand('muranopl.restart', restart),
    vscode.commands.registerCommand('muranopl.showLog', () => log.show()),
    vscode.commands.registerCommand('muranopl.explainCode', explainCode),
    vscode.commands.registerCommand('muranopl.showReferences', (...values) => client && showReferences(client, values)),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (STARTED_BY.some((name) => event.affectsConfiguration(name))) {
        restart()
      }
    })
  )
  await restart()
}

export function deactivate() {
  return inTurn(stopServer)
}

function inTurn(action) {
  turns = turns.then(action, action)
  return turns
}

async function startServer(log, context) {
  await stopServer()
  const settings = vscode.workspace.getConfiguration(SECTION)
  const search = findServer(await surroundings(settings))
  if (search.program === null) {
    sayHowToGetIt(search.problem, context)
    return
  }
  log.info(`starting ${search.program} lsp (found by ${search.origin})`)
  client = makeClient(search.program, settings.get('args', []), log)
  try {
    await client.start()
  } catch (error) {
    log.error(String(error))
    await sayThatItFailed(search.program, log)
  }
}

async function stopServer() {
  const running = client
  client = null
  if (running?.isRunning()) {
    await running.stop()
  }
}

async function surroundings(settings) {
  return {
    configured: settings.get('path', ''),
    folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    environments: vscode.workspace.isTrusted ? await chosenEnvironments() : [],
    isTrusted: vscode.workspace.isTrusted,
    variables: process.env,
    platform: process.platform,
    isFile: (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
  }
}

/** Return the environment that the user has chosen in the extension for Python, if that is there. */
async function chosenEnvironments() {
  const python = vscode.extensions.getExtension('ms-python.python')
  try {
    const api = await python?.activate()
    const environment = await api?.environments.resolveEnvironment(api.environments.getActiveEnvironmentPath())
    const folder = environment?.executable?.sysPrefix
    return folder ? [folder] : []
  } catch {
    return []
  }
}

async function sayHowToGetIt(problem, context) {
  const how = 'How to install it'
  const choose = 'Set its path'
  const text = problem || 'The language server of Murano packages, muranopl, was not found.'
  const choice = await vscode.window.showErrorMessage(text, how, choose)
  if (choice === how) {
    await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(context.extensionUri, 'README.md'))
  } else if (choice === choose) {
    await vscode.commands.executeCommand('workbench.action.openSettings', `${SECTION}.path`)
  }
}

async function sayThatItFailed(program, log) {
  const show = 'Show the log'
  if ((await vscode.window.showErrorMessage(`${program} lsp could not be started.`, show)) === show) {
    log.show()
  }
}

async function explainCode() {
  const code = await vscode.window.showInputBox({ prompt: 'A code of a diagnostic', placeHolder: 'MPL120' })
  if (code) {
    await vscode.commands.executeCommand('muranopl.explain', code.trim().toUpperCase())
  }
}
