import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileNames, packageFolder } from './file-names.js'

const diagnostic = { source: '/srv/apps/one/Classes/A.yaml', file: 'one/Classes/A.yaml', related: [{ source: '/srv/meta/Core.yaml', file: 'meta/Core.yaml' }] }

for (const [what, paths, diagnostics, names] of [
  ['as the diagnostics call them, the others by their folders', ['/srv/apps/one/Classes/A.yaml', '/srv/apps/two/B.yaml'], [diagnostic], ['one/Classes/A.yaml', 'two/B.yaml']],
  ['in the folder that all are in', ['/srv/apps/one/Classes/A.yaml', '/srv/apps/one/manifest.yaml'], [], ['Classes/A.yaml', 'manifest.yaml']],
  ['of a zip', ['Classes/A.yaml', 'manifest.yaml'], [], ['Classes/A.yaml', 'manifest.yaml']],
  ['of several places', ['/srv/A.yaml', 'apps/B.yaml'], [], ['/srv/A.yaml', 'apps/B.yaml']],
  ['of packages that were given one by one', ['/srv/one/manifest.yaml', '/srv/two/manifest.yaml', '/srv/two/UI/ui.yaml'],
    ['/srv/one/manifest.yaml', '/srv/two/manifest.yaml', '/srv/two/UI/ui.yaml'].map((source) => ({ source, file: source.split('/').slice(3).join('/'), related: [] })),
    ['one/manifest.yaml', 'two/manifest.yaml', 'UI/ui.yaml']],
  ['of zips of one name', ['a/app.zip/A.yaml', 'b/app.zip/A.yaml'], ['a', 'b'].map((folder) => ({ source: `${folder}/app.zip/A.yaml`, file: 'A.yaml', related: [] })), ['a/app.zip/A.yaml', 'b/app.zip/A.yaml']],
  ['one alone', ['/srv/A.yaml'], [], ['A.yaml']]
]) {
  test(`names of files, ${what}`, () => assert.deepEqual(paths.map(fileNames(paths, diagnostics)), names))
}

test('names of files, of one package, and of one that it refers to', () => {
  const paths = ['apps/one/Classes/A.yaml', 'apps/one/manifest.yaml', 'meta/core/manifest.yaml']
  const folder = packageFolder(paths)
  assert.equal(folder, 'apps/one/')
  assert.deepEqual(paths.map(fileNames(paths, [], folder)), ['Classes/A.yaml', 'manifest.yaml', 'meta/core/manifest.yaml'])
})

test('files without a manifest are of no package', () => assert.equal(packageFolder(['a/B.yaml', 'a/not-manifest.yaml']), ''))
