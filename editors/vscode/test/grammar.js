/** The grammars of this extension over that of YAML, as an editor puts them together. */

import fs from 'node:fs'
import { createRequire } from 'node:module'

import oniguruma from 'vscode-oniguruma'
import textmate from 'vscode-textmate'

const require = createRequire(import.meta.url)
const manifest = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const own = manifest.contributes.grammars

const registry = new textmate.Registry({
  onigLib: loadOniguruma(),
  loadGrammar: async (scope) => {
    const file = fileOf(scope)
    return file === null ? null : textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), String(file.pathname ?? file))
  },
  getInjections: (scope) => own.filter((item) => item.injectTo?.includes(scope)).map((item) => item.scopeName)
})

async function loadOniguruma() {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')))
  return {
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text)
  }
}

function fileOf(scope) {
  const grammar = own.find((item) => item.scopeName === scope)
  if (grammar) {
    return new URL(`../${grammar.path}`, import.meta.url)
  }
  return scope === 'source.yaml' ? require.resolve('tm-grammars/grammars/yaml.json') : null
}

/**
 * Return the tokens of the lines of a YAML file: pairs of a text and the innermost scope that this
 * extension gives it, null for those of YAML.
 *
 * @param {string} text
 * @returns {Promise<[string, string | null][][]>}
 */
export async function tokensOf(text) {
  const grammar = await registry.loadGrammar('source.yaml')
  let state = textmate.INITIAL
  return text.split('\n').map((line) => {
    const result = grammar.tokenizeLine(line, state)
    state = result.ruleStack
    return result.tokens.map((token) => [line.slice(token.startIndex, token.endIndex), scopeOf(token.scopes)])
  })
}

function scopeOf(scopes) {
  const scope = scopes.findLast((item) => /\.(?:yaql|muranopl)$/.test(item) && !item.startsWith('meta.'))
  return scope?.replace(/\.(?:yaql|muranopl)$/, '') ?? null
}
