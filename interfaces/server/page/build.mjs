// Bundles the page into built/: index.html, and below static/ files whose names change with their contents.
//
// built/index.html       the shell of the page, which names the files below
// built/static/*         scripts and styles: may be kept by browsers for ever
// built/NOTICES.txt      the licences of all that is bundled
import { build, context } from 'esbuild'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { notices } from './notices.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const target = path.join(here, 'built')
const fresh = path.join(here, 'built.new')
const watch = process.argv.includes('--watch')

/** `import texts from 'examples:hello'`: the texts of an example of the checkout, by path. */
const examples = {
  name: 'examples',
  setup ({ onResolve, onLoad }) {
    onResolve({ filter: /^examples:/ }, ({ path: name }) => ({ path: path.join(here, '../../../examples', name.split(':')[1]), namespace: 'examples' }))
    onLoad({ filter: /.*/, namespace: 'examples' }, async ({ path: folder }) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)).sort()
      const texts = await Promise.all(files.map(async (file) => [path.relative(folder, file).split(path.sep).join('/'), await readFile(file, 'utf8')]))
      return { contents: JSON.stringify(Object.fromEntries(texts)), loader: 'json', watchFiles: files }
    })
  }
}

const shared = {
  absWorkingDir: here,
  bundle: true,
  charset: 'utf8',
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  legalComments: 'none', // NOTICES.txt has the whole licences
  loader: { '.svg': 'dataurl' },
  metafile: true,
  minify: !watch,
  outdir: path.join(fresh, 'static'),
  sourcemap: watch ? 'inline' : false,
  target: ['chrome111', 'firefox115', 'safari16.4'],
  logLevel: 'warning'
}
const application = { ...shared, entryPoints: { page: 'src/main.js' }, format: 'esm', splitting: true, plugins: [examples] }
// The theme is chosen before anything is drawn: a classic script, which blocks.
const theme = { ...shared, entryPoints: { theme: 'src/shell/early-theme.js' }, format: 'iife' }

/** Return the name of the file that an entry point became, relative to static/. */
function outputOf (result, entry, ending) {
  for (const [file, output] of Object.entries(result.metafile.outputs)) {
    if (output.entryPoint !== entry) continue
    return path.basename(ending === '.css' ? output.cssBundle : file)
  }
  throw new Error(`no output for ${entry}`)
}

async function finish (results) {
  const [page, early] = results
  const html = (await readFile(path.join(here, 'src/index.html'), 'utf8'))
    .replace('page.js', () => outputOf(page, 'src/main.js', '.js'))
    .replace('page.css', () => outputOf(page, 'src/main.js', '.css'))
    .replace('theme.js', () => outputOf(early, 'src/shell/early-theme.js', '.js'))
  await writeFile(path.join(fresh, 'index.html'), html)
  await writeFile(path.join(fresh, 'NOTICES.txt'), await notices('The page of muranopl', here, results))
  // A service that is running reads built/: it is exchanged as a whole.
  await rm(target, { recursive: true, force: true })
  if (watch) await cp(fresh, target, { recursive: true })
  else await rename(fresh, target)
}

await rm(fresh, { recursive: true, force: true })
await mkdir(fresh, { recursive: true })
if (watch) {
  const early = await build(theme)
  const plugin = { name: 'finish', setup: ({ onEnd }) => onEnd((result) => result.errors.length ? undefined : finish([result, early])) }
  await (await context({ ...application, plugins: [examples, plugin] })).watch()
} else {
  const results = await Promise.all([build(application), build(theme)])
  await finish(results)
  for (const result of results) {
    for (const [file, { bytes }] of Object.entries(result.metafile.outputs)) {
      console.log(`${String(bytes).padStart(9)}  static/${path.basename(file)}`)
    }
  }
}
