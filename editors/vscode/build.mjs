// Bundles the extension into dist/: one file, in which everything but the editor itself is.
//
// dist/extension.cjs     the extension
// dist/NOTICES.txt       the licences of all that is bundled
import { build, context } from 'esbuild'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { notices } from '../../interfaces/server/page/notices.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const watch = process.argv.includes('--watch')

const extension = {
  absWorkingDir: here,
  entryPoints: ['src/extension.js'],
  outfile: 'dist/extension.cjs',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  legalComments: 'none', // NOTICES.txt has the whole licences
  metafile: true,
  minify: !watch,
  sourcemap: watch,
  logLevel: 'warning'
}

if (watch) {
  await (await context(extension)).watch()
} else {
  const result = await build(extension)
  await writeFile(path.join(here, 'dist/NOTICES.txt'), await notices('This extension', here, [result]))
}
