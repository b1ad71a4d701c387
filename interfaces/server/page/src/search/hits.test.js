import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOf } from '../shell/routes.js'
import { hitsOf } from './hits.js'

const VIEWS = { check: { title: 'Check' }, classes: { title: 'Classes' } }
const FOUND = {
  packages: { hits: [{ name: 'my.app', version: '1.0.0', title: 'My app' }], all: 3 },
  classes: { hits: [{ name: 'my.app.App', version: '1.0.0', package: 'my.app' }, { name: 'my.New', version: '1.0.0', package: 'my', isUpload: true }], all: 2 },
  files: { hits: [{ package: 'my.app', version: '1.0.0', file: 'UI/ui.yaml' }, { package: 'my', version: '1.0.0', file: 'a.yaml', isUpload: true }], all: 2 },
  diagnostics: { hits: [{ code: 'MPL1', severity: 'error', message: 'wrong', package: 'my.app', version: '1.0.0', file: 'a', line: 3, column: 1 }], all: 1 }
}

test('hits are links, by kind', () => {
  const groups = hitsOf(FOUND, 'app', VIEWS, hashOf)
  assert.deepEqual(groups.map(({ title, more, hits }) => [title, more, hits.map(({ href }) => href)]), [
    ['Packages', 2, ['#/check/my.app?version=1.0.0']],
    ['Classes', 0, ['#/classes/my.app?version=1.0.0&class=my.app.App%2F1.0.0', '#/classes/my?version=1.0.0&class=my.New%2F1.0.0&of=upload']],
    ['Files', 0, ['#/check/my.app?version=1.0.0&file=UI%2Fui.yaml', '#/check?file=a.yaml']],
    ['Diagnostics', 0, ['#/check/my.app?version=1.0.0&file=a&line=3&column=1&code=MPL1']]
  ])
})

for (const [text, views] of [['', ['Check', 'Classes']], ['ass CL', ['Classes']], ['nothing', undefined]]) {
  test(`views are searched by the page: “${text}”`, () => assert.deepEqual(hitsOf({}, text, VIEWS, hashOf)[0]?.hits.map(({ name }) => name), views))
}
