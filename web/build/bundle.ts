import { existsSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'
import type { render, routes } from '../src/server-entry.tsx'
import { chunkNames } from './bundle/chunks.ts'
import { withoutUnusedParts } from './bundle/pdf-parts.ts'
import { places } from './places.ts'
import { runtimeInside } from './bundle/runtime-inside.ts'

/** What Vite's manifest says of one chunk; `imports` are keys of the manifest. */
export type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
export type Manifest = Record<string, Chunk>

/** docs/browsers.md: the oldest browsers that all of it works in, as `chrome119`. */
export const oldest = (
  JSON.parse(readFileSync(`${places.web}/../package.json`, 'utf8')) as { browserslist: string[] }
).browserslist.map((browser) => browser.replace(' >= ', ''))

export type Prerenderer = { routes: typeof routes; render: typeof render }

export const entries = { page: 'src/main.tsx', editor: 'src/write/island.ts' }
/** Where the editor keeps the letter (bundle/chunks.ts): it asks for it as soon as it is open. */
export const isJournal = (name: string): boolean => name.startsWith('_journal-')

/** The scripts of a page before it is alive, by their names in the manifest. */
export const untilAlive = (manifest: Manifest, path: string, screen: string[]): string[] =>
  path === '/write'
    ? [entries.editor, ...Object.keys(manifest).filter(isJournal), entries.page, ...screen]
    : [entries.page, ...screen]

/** What a build and the development server have in common. */
export const site: InlineConfig = {
  root: places.web,
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
  // wouter brings a shim for Reacts that have no such hook.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
}

/** Packages apart: browsers keep them when only our own program changes. */
const inPackage = (names: string) => new RegExp(`/node_modules/(${names})/`)
const groups = [
  { name: 'react', test: inPackage('react|react-dom|scheduler|wouter|regexparam|mitt') },
  { name: 'prosemirror', test: inPackage('prosemirror-[a-z-]+|w3c-keyname|orderedmap|rope-sequence') },
  { name: chunkNames(), debugName: 'ours', includeDependenciesRecursively: false },
]

/** The browser's files, with hashed names. The manifest is read and removed: it is nobody's business outside. */
export async function bundleForBrowser(): Promise<Manifest> {
  const input = Object.values(entries).filter((entry) => existsSync(`${places.web}/${entry}`))
  await build({
    ...site,
    plugins: [...site.plugins!, runtimeInside()],
    worker: { plugins: () => [withoutUnusedParts()] },
    mode: 'production',
    build: {
      outDir: places.browser,
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: oldest,
      // The preview's reader of PDF, loaded when one opens it.
      chunkSizeWarningLimit: 700,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input, checks: { pluginTimings: false }, output: { codeSplitting: { groups } } },
    },
  })
  return JSON.parse(readFileSync(`${places.browser}/manifest.json`, 'utf8')) as Manifest
}

/** The same screens for Node, to make the finished pages with. */
export async function bundleForPrerender(): Promise<Prerenderer> {
  await build({
    ...site,
    mode: 'production',
    ssr: { noExternal: true },
    build: { ssr: 'src/server-entry.tsx', outDir: places.server, emptyOutDir: true, copyPublicDir: false },
  })
  return (await import(`${places.server}/server-entry.js`)) as Prerenderer
}

/** Every chunk that the named ones need, each once, what is needed before what needs it. */
export function chunksOf(manifest: Manifest, names: string[]): Chunk[] {
  const found = new Map<string, Chunk>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the bundle has no ${name}`)
    if (found.has(name)) return
    for (const imported of chunk.imports ?? []) if (!found.has(imported)) visit(imported)
    found.set(name, chunk)
  }
  names.forEach(visit)
  return [...found.values()]
}
