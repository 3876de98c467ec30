import { cpSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { holdBudgets } from './budgets.ts'
import { bundleForBrowser, bundleForPrerender } from './bundle.ts'
import { compressTexts } from './compress.ts'
import { takeOlderAssets } from './older-assets.ts'
import { places } from './places.ts'
import { prerenderPages } from './prerender.ts'
import { buildServiceWorker } from './service-worker.ts'

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
// As old as its beginning: what was changed during the build is newer than it.
utimesSync(places.pages, start, start)

const seconds = ((Date.now() - start.getTime()) / 1000).toFixed(1)
console.log(`Built ${Object.keys(pages).length} pages into web/dist in ${seconds} s.`)
