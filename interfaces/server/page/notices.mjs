// The licences of what a bundle contains.
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Return the licences of the packages that bundles of esbuild contain, as one text.
 *
 * `here` is the folder of the npm project. A package without a licence ends the build.
 */
export async function notices (title, here, results) {
  const texts = []
  for (const folder of bundledPackages(results)) {
    const { name, version, license } = JSON.parse(await readFile(path.join(here, folder, 'package.json'), 'utf8'))
    const files = (await readdir(path.join(here, folder))).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort()
    if (!license || !files.length) throw new Error(`${name} ${version} comes without a licence`)
    const bodies = await Promise.all(files.map((file) => readFile(path.join(here, folder, file), 'utf8')))
    texts.push(`${name} ${version} (${license})\n\n${bodies.map((body) => body.trim()).join('\n\n')}\n`)
  }
  return `${title} contains the libraries below.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

/** Return the folders of the packages that the bundles have something of. */
function bundledPackages (results) {
  const folders = new Set()
  for (const result of results) {
    for (const output of Object.values(result.metafile.outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
        const at = input.lastIndexOf('node_modules/')
        if (at < 0 || bytesInOutput === 0) continue
        const parts = input.slice(at + 'node_modules/'.length).split('/')
        const name = parts[0].startsWith('@') ? parts.slice(0, 2) : parts.slice(0, 1)
        folders.add(input.slice(0, at) + ['node_modules', ...name].join('/'))
      }
    }
  }
  return [...folders].sort()
}
