import { existsSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import type { render, routes } from '../src/server-entry.tsx'
import { places } from './places.ts'

const isRuntime = (file: string) => /\/rolldown-runtime-[^/]+\.js$/.test(file)
const importOfIt = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]+";?/

/**
 * The bundler's own few hundred bytes, which every file needs and which it puts into a file of their own: a request that
 * all others wait for. A copy into each of them instead; they keep no state.
 */
const runtimeInside = (): Plugin => ({
  name: 'runtime-inside',
  // Their names come from what they were before.
  augmentChunkHash: () => 'with the runtime inside',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const runtime = chunks.find(({ fileName }) => isRuntime(fileName))
    if (!runtime) return
    const copy = asExpression(runtime.code)
    for (const chunk of chunks) {
      chunk.code = withCopy(chunk.code, copy)
      if (chunk !== runtime && chunk.code.includes(runtime.fileName.split('/').at(-1)!))
        throw new Error(`${chunk.fileName} still asks for ${runtime.fileName}`)
      chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName)
    }
    delete bundle[runtime.fileName]
  },
})

/** `var a=…;export{a as b};` as a value: `(()=>{var a=…;return{b:a}})()`. */
function asExpression(code: string): string {
  const [whole, names] = /export\s*\{([^}]*)\};?\s*$/.exec(code) ?? []
  if (!whole || names === undefined) throw new Error('the bundler writes its runtime in another way')
  const fields = names.split(',').map((name) => {
    const [here = '', outside = here] = name.trim().split(/\s+as\s+/)
    return `${outside}:${here}`
  })
  return `(()=>{${code.slice(0, -whole.length)}return{${fields.join()}}})()`
}

const withCopy = (code: string, copy: string): string =>
  code.replace(importOfIt, (_whole, names: string) => `const{${names.replaceAll(/\s+as\s+/g, ':')}}=${copy};`)

/** The modules of pdf.js's worker that no letter needs, each with the one name that the others know it by. */
const unused = {
  './external/brotli/decode.js': 'BrotliDecode',
  './src/core/xfa/factory.js': 'XFAFactory',
  './src/core/editor/pdf_editor.js': 'PDFEditor',
}

/**
 * Takes out of a worker's bundle what PDFs of our typesetter never use of pdf.js; the bundler leaves out what only that
 * needed. @throws at the build when pdf.js comes in another shape
 */
const withoutUnusedParts = (): Plugin => ({
  name: 'pdf-parts',
  transform(code, id) {
    if (!id.includes('/node_modules/pdfjs-dist/')) return undefined
    return Object.entries(unused).reduce((left, part) => withoutModule(left, ...part), code)
  },
})

/** Of a file of many modules, their names between them: all but this one, an empty class in its place. */
export function withoutModule(code: string, module: string, name: string): string {
  const [before = '', inside = ''] = code.split(`;// ${module}\n`)
  const end = inside.indexOf('\n;// ')
  if (end < 0) throw new Error(`pdf.js has no ${module}`)
  const after = inside.slice(end)
  const isKnown = (one: string) => new RegExp(`(?<![.\\w])${one}\\b`).test(before + after)
  const known = [...inside.slice(0, end).matchAll(/^(?:async )?(?:class|function\*?|const|let|var) (\w+)/gm)]
    .map(([, one]) => one!)
    .filter(isKnown)
  if (known.join() !== name) throw new Error(`pdf.js knows ${module} by ${known.join(' and ') || 'no name'}`)
  return `${before}class ${name} {}${after}`
}

/** Of the bundler's graph: what a module imports, and what it asks for later. */
type Graph = {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const source = (file: string) => `${places.web}src/${file}`
/** The editor, and where it keeps the letter: they run before React, and without it. */
const editor = source('write/island.ts')
const journal = source('drafts/store.ts')
const database = source('drafts/db.ts')
const write = source('write/write.tsx')
/** Not before the first paint of the pages that need none of it: `/` and /write. */
const queries = source('queries.ts')

/** A module and all that it imports. */
function closureOf(graph: Graph, entry: string): Set<string> {
  const found = new Set([entry])
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

function closuresOf(graph: Graph) {
  const later = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []
  const screens = later(source('routes.tsx')).filter((screen) => screen !== write)
  // What they show of the writing page counts like a screen.
  const ofWriting = screens
    .flatMap((screen) => [...closureOf(graph, screen)])
    .filter((id) => id.includes('/my-letters/') || id.includes('/address-book/'))
    .flatMap(later)
    .filter((id) => id !== database)
  const others = [...new Set([...screens, ...ofWriting])]
  return {
    editor: closureOf(graph, editor),
    journal: new Set([...closureOf(graph, journal), ...closureOf(graph, database)]),
    page: closureOf(graph, source('main.tsx')),
    write: closureOf(graph, write),
    others: others.map((screen) => closureOf(graph, screen)),
  }
}

/**
 * The file that a module of ours comes in: `core` what the editor and other screens need, `editor` what it alone needs,
 * `journal` where it keeps the letter, `page` what every screen needs or several do, `data` what of that needs the query library; null: its screen's own. A request costs more than what a screen does not
 * need of a file, and a file that many screens share is there already when the next one is opened.
 */
function chunkNames() {
  let known: ReturnType<typeof closuresOf> | undefined
  return (id: string, graph: Graph): string | null => {
    if (id.includes('/node_modules/idb/')) return 'journal'
    if (id.includes('/node_modules/')) return id.includes('/@tanstack/') ? 'data' : null
    known ??= closuresOf(graph)
    const others = known.others.filter((modules) => modules.has(id)).length
    const isEverywhere = known.page.has(id)
    if (known.editor.has(id) || known.journal.has(id))
      return others || isEverywhere ? 'core' : known.editor.has(id) ? 'editor' : 'journal'
    if (!isEverywhere && others + Number(known.write.has(id)) < 2) return id === queries ? 'data' : null
    return closureOf(graph, id).has(queries) ? 'data' : 'page'
  }
}

/** What Vite's manifest says of one chunk; `imports` are keys of the manifest. */
export type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
export type Manifest = Record<string, Chunk>

/** docs/browsers.md: the oldest browsers that all of it works in, as `chrome119`. */
export const oldest = (
  JSON.parse(readFileSync(`${places.web}/../package.json`, 'utf8')) as { browserslist: string[] }
).browserslist.map((browser) => browser.replace(' >= ', ''))

export type Prerenderer = { routes: typeof routes; render: typeof render }

export const entries = { page: 'src/main.tsx', editor: 'src/write/island.ts' }
/** Where the editor keeps the letter: it asks for it as soon as it is open. */
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
