import { existsSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import type { render, routes } from '../src/server-entry.tsx'
import { places } from './places.ts'

const isRuntime = (file: string) => /\/rolldown-runtime-[^/]+\.js$/.test(file)
const runtimeImport = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]+";?/

/**
 * Copies the runtime of the bundler (some hundred bytes, stateless) into each chunk. In a chunk of its own it would be a
 * request that all others wait for.
 */
const runtimeInside = (): Plugin => ({
  name: 'runtime-inside',
  // File names are hashed before this plugin runs.
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
  code.replace(
    runtimeImport,
    (_whole, names: string) => `const{${names.replaceAll(/\s+as\s+/g, ':')}}=${copy};`,
  )

/** The modules of the pdf.js worker that no letter needs, with the one name by which other modules use them. */
const unused = {
  './external/brotli/decode.js': 'BrotliDecode',
  './src/core/xfa/factory.js': 'XFAFactory',
  './src/core/editor/pdf_editor.js': 'PDFEditor',
}

/**
 * Removes from the worker the parts of pdf.js that our PDFs never use; the bundler drops what only those needed.
 * @throws at the build when pdf.js has another shape
 */
const withoutUnusedParts = (): Plugin => ({
  name: 'pdf-parts',
  transform(code, id) {
    if (!id.includes('/node_modules/pdfjs-dist/')) return undefined
    return Object.entries(unused).reduce((left, part) => withoutModule(left, ...part), code)
  },
})

/** Replaces one module of a concatenated file by an empty class. */
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

/** The module graph of the bundler: static and dynamic imports. */
type Graph = {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const source = (file: string) => `${places.web}src/${file}`
/** Editor and draft store: they run before React and without it. */
const editor = source('write/island.ts')
const journal = source('drafts/store.ts')
const database = source('drafts/db.ts')
const write = source('write/write.tsx')
/** Stays out of the first paint of `/` and /write, which do not need it. */
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
  // Parts of the writing page that they load lazily count like screens.
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
 * The chunk of a module: `editor` only for the editor, `journal` for the draft store, `core` for what either shares
 * with other screens, `page` for what all or several screens need, `data` for those of them that need the query library.
 * null: leaves it with its screen. A shared chunk is cached for the next screen, and one request costs more than some
 * unused bytes.
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

/** A chunk in the manifest of Vite; `imports` are keys of the manifest. */
export type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
export type Manifest = Record<string, Chunk>

/** The oldest supported browsers (docs/browsers.md), as `chrome119`. */
export const oldest = (
  JSON.parse(readFileSync(`${places.web}/../package.json`, 'utf8')) as { browserslist: string[] }
).browserslist.map((browser) => browser.replace(' >= ', ''))

export type Prerenderer = { routes: typeof routes; render: typeof render }

export const entries = { page: 'src/main.tsx', editor: 'src/write/island.ts' }
/** The chunk of the draft store, which the editor loads as soon as it is open. */
export const isJournal = (name: string): boolean => name.startsWith('_journal-')

/** The scripts that make a page interactive, by their names in the manifest. */
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
  // wouter brings a shim for older Reacts.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
}

/** Packages in chunks of their own: they stay cached when only our code changes. */
const inPackage = (names: string) => new RegExp(`/node_modules/(${names})/`)
const groups = [
  { name: 'react', test: inPackage('react|react-dom|scheduler|wouter|regexparam|mitt') },
  { name: 'prosemirror', test: inPackage('prosemirror-[a-z-]+|w3c-keyname|orderedmap|rope-sequence') },
  { name: chunkNames(), debugName: 'ours', includeDependenciesRecursively: false },
]

/** Builds the files of the browser, with hashed names, and returns their manifest. */
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
      // pdf.js, loaded with the preview.
      chunkSizeWarningLimit: 700,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input, checks: { pluginTimings: false }, output: { codeSplitting: { groups } } },
    },
  })
  return JSON.parse(readFileSync(`${places.browser}/manifest.json`, 'utf8')) as Manifest
}

/** Builds the screens for Node, to prerender the pages. */
export async function bundleForPrerender(): Promise<Prerenderer> {
  await build({
    ...site,
    mode: 'production',
    ssr: { noExternal: true },
    build: { ssr: 'src/server-entry.tsx', outDir: places.server, emptyOutDir: true, copyPublicDir: false },
  })
  return (await import(`${places.server}/server-entry.js`)) as Prerenderer
}

/** The named chunks and all their imports, each once, dependencies first. */
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
