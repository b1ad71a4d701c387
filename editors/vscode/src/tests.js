/** The tests of packages in the Test Explorer: the server lists and runs them. */

import * as vscode from 'vscode'

const LIST = 'muranopl.listTests'
const RUN = 'muranopl.runTests'

export class Tests {
  #controller = vscode.tests.createTestController('muranopl', 'MuranoPL')
  #client
  /** @type {WeakMap<vscode.TestItem, {name: string, folder: string}>} by which the server knows a test */
  #known = new WeakMap()
  /** @type {WeakMap<vscode.FileCoverage, vscode.StatementCoverage[]>} */
  #statements = new WeakMap()
  #listing = null
  #isStale = false

  /** @param {() => import("vscode-languageclient/node").LanguageClient | null} client returns the current client */
  constructor(client) {
    this.#client = client
    const { Run, Coverage } = vscode.TestRunProfileKind
    this.#controller.refreshHandler = () => this.refresh()
    this.#controller.createRunProfile('Run', Run, (request, token) => this.run(request, token), true)
    this.#controller.createRunProfile(
      'Run with coverage',
      Coverage,
      (request, token) => this.run(request, token, true),
      true
    ).loadDetailedCoverage = async (_, file) => this.#statements.get(file) ?? []
  }

  dispose() {
    this.#controller.dispose()
  }

  /** List the tests anew; if they are being listed, once more afterwards. */
  refresh() {
    this.#isStale = true
    this.#listing ??= this.#list().finally(() => (this.#listing = null))
    return this.#listing
  }

  /** Run the test of a lens, by the URI of its file and its name; return whether it is listed. */
  async runNamed(uri, name) {
    await this.#listing
    const item = this.#all().find(({ id }) => id === idOf(vscode.Uri.parse(uri), name))
    if (item) {
      await vscode.workspace.saveAll(false)
      await this.run(new vscode.TestRunRequest([item]))
    }
    return item !== undefined
  }

  /** Run the tests of a request, package after package. */
  async run(request, token, coverage = false) {
    const run = this.#controller.createTestRun(request)
    const excluded = new Set(request.exclude)
    const chosen = (request.include ?? listed(this.#controller.items)).flatMap((item) => leaves(item, excluded))
    const packages = new Map(chosen.map((item) => [this.#known.get(item).folder, []]))
    chosen.forEach((item) => packages.get(this.#known.get(item).folder).push(item))
    try {
      for (const items of packages.values()) {
        if (!token?.isCancellationRequested) {
          await this.#runPackage(run, items, coverage)
        }
      }
    } finally {
      run.end()
    }
  }

  async #list() {
    while (this.#isStale) {
      this.#isStale = false
      this.#show(await this.#ask(LIST))
    }
  }

  async #ask(command, ...values) {
    const client = this.#client()
    const params = { command, arguments: values }
    return client?.isRunning() ? await client.sendRequest('workspace/executeCommand', params) : null
  }

  #show(found) {
    const converter = this.#client()?.protocol2CodeConverter
    const classes = new Map()
    for (const { name, label, class: owner, package: folder, location } of found ?? []) {
      const uri = converter.asUri(location.uri)
      const item = this.#controller.createTestItem(idOf(uri, name), label, uri)
      item.range = converter.asRange(location.range)
      this.#known.set(item, { name, folder })
      if (owner === null) {
        classes.set(item.id, item)
      } else {
        classes.get(idOf(uri, owner))?.children.add(item)
      }
    }
    this.#controller.items.replace([...classes.values()])
  }

  /** Return all tests and their classes. */
  #all() {
    return listed(this.#controller.items).flatMap((item) => [item, ...listed(item.children)])
  }

  async #runPackage(run, items, coverage) {
    items.forEach((item) => run.started(item))
    const names = items.map((item) => this.#known.get(item).name)
    const report = await this.#ask(RUN, String(items[0].uri), names, coverage)
    const general = (report?.problems ?? []).map((problem) => this.#message(problem))
    general.forEach(({ message }) => run.appendOutput(lines(message)))
    const without = new Set(items)
    for (const result of report?.results ?? []) {
      const item = this.#itemOf(result, items)
      if (item) {
        without.delete(item)
        without.delete(result.case === null ? item : item.parent)
        this.#tell(run, item, result)
      }
    }
    for (const item of without) {
      general.length ? run.errored(item, general) : run.skipped(item)
    }
    for (const { uri, lines } of report?.coverage ?? []) {
      const statements = lines.map(([line, isRun]) => new vscode.StatementCoverage(isRun, new vscode.Position(line, 0)))
      const file = vscode.FileCoverage.fromDetails(vscode.Uri.parse(uri), statements)
      this.#statements.set(file, statements)
      run.addCoverage(file)
    }
  }

  #tell(run, item, { outcome, seconds, problems, log }) {
    log.forEach((line) => run.appendOutput(lines(line), undefined, item))
    if (outcome === 'passed') {
      run.passed(item, 1000 * seconds)
      return
    }
    const messages = problems.map((problem) => this.#message(problem))
    messages.forEach(({ message, location }) => run.appendOutput(lines(message), location, item))
    const report = outcome === 'failed' ? run.failed : run.errored
    report.call(run, item, messages, 1000 * seconds)
  }

  #message({ message, location }) {
    const result = new vscode.TestMessage(message)
    result.location = this.#client()?.protocol2CodeConverter.asLocation(location ?? undefined)
    return result
  }

  /** Return the test of a result; one of a case is added. A class that could not be prepared has results of its own. */
  #itemOf({ class: owner, method, case: case_ }, items) {
    const named = (name) => this.#all().find((item) => item.uri.path === path && this.#known.get(item).name === name)
    const { path } = (items.find((item) => this.#known.get(item).name.startsWith(`${owner}.`)) ?? items[0]).uri
    const test = named(`${owner}.${method}`) ?? named(owner)
    if (!test || case_ === null) {
      return test
    }
    const id = `${test.id}[${case_}]`
    const item = test.children.get(id) ?? this.#controller.createTestItem(id, `[${case_}]`, test.uri)
    item.range = test.range
    this.#known.set(item, { ...this.#known.get(test), name: `${owner}.${method}[${case_}]` })
    test.children.add(item)
    return item
  }
}

function idOf(uri, name) {
  return `${uri} ${name}`
}

function listed(collection) {
  return [...collection].map(([, item]) => item)
}

/** Return the tests below an item, or the item itself, without those that are excluded. */
function leaves(item, excluded) {
  if (excluded.has(item)) {
    return []
  }
  return item.children.size ? listed(item.children).flatMap((child) => leaves(child, excluded)) : [item]
}

/** Return a text as the terminal of a run needs it. */
function lines(text) {
  return `${text.replaceAll('\n', '\r\n')}\r\n`
}
