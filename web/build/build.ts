import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { holdBudgets } from './budgets.ts'
import { bundleForBrowser, bundleForPrerender } from './bundle.ts'
import { places } from './places.ts'
import { prerenderPages } from './prerender.ts'
import { buildServiceWorker } from './service-worker.ts'

/**
 * Keeps the assets of one older build: pages of it may still be open and load further files. Moves them out of the way
 * of the new build; the returned function puts back those that it lacks.
 */
function takeOlderAssets(): () => void {
  const assets = `${places.browser}/assets`
  rmSync(places.older, { recursive: true, force: true })
  if (!existsSync(places.pages) || !existsSync(assets)) return () => {}
  // pages.json is as old as the start of its build. Older assets were put back by that build, and go now.
  const builtAt = statSync(places.pages).mtimeMs
  renameSync(assets, places.older)
  return () => {
    for (const name of readdirSync(places.older)) {
      const isOlderStill = statSync(`${places.older}/${name}`).mtimeMs < builtAt
      if (isOlderStill || existsSync(`${assets}/${name}`)) continue
      cpSync(`${places.older}/${name}`, `${assets}/${name}`, { preserveTimestamps: true })
    }
    rmSync(places.older, { recursive: true })
  }
}

const compress = promisify(brotliCompress)

/** Puts a `.br` beside every text file of a folder, at the highest quality; the server sends it as it is. */
async function compressTexts(folder: string): Promise<void> {
  const files = globSync('**/*.{html,js,css,svg,md,json}', { cwd: folder })
  await Promise.all(
    files.map(async (name) => {
      const text = readFileSync(`${folder}/${name}`)
      const small = await compress(text, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        },
      })
      if (small.length < text.length) writeFileSync(`${folder}/${name}.br`, small)
    }),
  )
}

process.env.NODE_ENV = 'production'
const start = new Date()

const putBackOlderAssets = takeOlderAssets()
// Removed first and written last: while it is missing, the build counts as stale.
rmSync(places.pages, { force: true })
const manifest = await bundleForBrowser()
const pages = await prerenderPages(manifest, await bundleForPrerender())
await buildServiceWorker(manifest)
cpSync(places.texts, `${places.browser}/texts`, { recursive: true })
rmSync(`${places.browser}/manifest.json`)
rmSync(places.server, { recursive: true })
await compressTexts(places.browser)
holdBudgets(manifest, pages)
putBackOlderAssets()
writeFileSync(places.pages, JSON.stringify(pages, null, 2))
// Dated by the start: a change during the build must make it stale.
utimesSync(places.pages, start, start)

const seconds = ((Date.now() - start.getTime()) / 1000).toFixed(1)
console.log(`Built ${Object.keys(pages).length} pages into web/dist in ${seconds} s.`)
