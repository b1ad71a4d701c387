/** The extension: it starts the server, and adds what the server leaves to its client. */

import fs from 'node:fs'

import * as vscode from 'vscode'
import { State } from 'vscode-languageclient/node'

import { makeClient } from './client.js'
import { findServer } from './finder.js'
import { showReferences } from './references.js'
import { Status } from './status.js'
import { provideTasks } from './tasks.js'
import { Tests } from './tests.js'

const SECTION = 'muranopl'
const RUN_TEST = 'muranopl.runTest'
const SERVER = { [State.Starting]: 'starting', [State.Running]: 'running', [State.Stopped]: 'stopped' }
const STARTED_BY = ['path', 'args'].map((name) => `${SECTION}.${name}`)

/** @type {import("vscode-languageclient/node").LanguageClient | null} */
let client = null
/** @type {Promise<void>} What starts and stops the server, one after the other. */
let turns = Promise.resolve()

/** @param {vscode.ExtensionContext} context */
export async function activate(context) {
  const log = vscode.window.createOutputChannel('MuranoPL', { log: true })
  const status = new Status()
  const tests = new Tests(() => client)
  const restart = () => inTurn(() => startServer({ log, status, tests, context }))
  context.subscriptions.push(
    log,
    status,
    tests,
    provideTasks(async () => (await searchServer()).program),
    vscode.commands.registerCommand('muranopl.restart', restart),
    vscode.commands.registerCommand('muranopl.showLog', () => log.show()),
    vscode.commands.registerCommand('muranopl.showSettings', showSettings),
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

async function startServer({ log, status, tests, context }) {
  await stopServer()
  const search = await searchServer()
  status.show({ server: search.program === null ? 'missing' : 'starting', name: '', program: search.program ?? '' })
  if (search.program === null) {
    tests.refresh()
    sayHowToGetIt(search.problem, context)
    return
  }
  log.info(`starting ${search.program} lsp (found by ${search.origin})`)
  const started = makeClient(search.program, settings().get('args', []), log, middleware(status, tests))
  client = started
  started.onDidChangeState(({ newState }) => {
    if (client === started) {
      const { name = '', version = '' } = started.initializeResult?.serverInfo ?? {}
      status.show({ server: SERVER[newState], name: `${name} ${version}`.trim(), checking: null })
      tests.refresh()
    }
  })
  try {
    await started.start()
  } catch (error) {
    log.error(String(error))
    sayThatItFailed(search.program, log)
  }
}

/** Return what looks on while the client works. */
function middleware(status, tests) {
  return {
    handleWorkDoneProgress(token, value, next) {
      status.progress(value)
      next(token, value)
    },
    async executeCommand(command, values, next) {
      return (command === RUN_TEST && (await tests.runNamed(...values))) || next(command, values)
    },
    workspace: {
      async didChangeWatchedFile(event, next) {
        await next(event) // the server knows of it now
        tests.refresh()
      }
    }
  }
}

async function stopServer() {
  const running = client
  client = null
  if (running?.isRunning()) {
    // A server that does not answer in time is killed and logged by the client, which throws; the next one must start
    await running.stop().catch(() => {})
  }
}

function settings() {
  return vscode.workspace.getConfiguration(SECTION)
}

async function searchServer() {
  return findServer({
    configured: settings().get('path', ''),
    folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    environments: vscode.workspace.isTrusted ? await chosenEnvironments() : [],
    isTrusted: vscode.workspace.isTrusted,
    variables: process.env,
    platform: process.platform,
    isFile: (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
  })
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
    await showSettings('path')
  }
}

function showSettings(name = '') {
  return vscode.commands.executeCommand('workbench.action.openSettings', `@ext:muranopl.muranopl ${name}`.trim())
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
