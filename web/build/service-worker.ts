import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { build } from 'vite'
import { chunksOf, entries, isJournal, oldest, type Manifest } from './bundle.ts'
import { places } from './places.ts'

const page = '/write'

/**
 * What one opens on the writing page: needed without a network, and by a page that is still open when the server has a
 * newer build. The preview needs a network anyway, and is heavy; loading the page again brings it.
 */
const isOpenedThere = (name: string) =>
  /^src\/(write\/(?!preview-panel)|(drafts|editor|payment)\/|outside\/cards)/.test(name) || isJournal(name)

/** Every file of the writing page: what it loads at first, and what it loads when one opens it there. */
export function filesOfWriting(manifest: Manifest): string[] {
  const names = new Set([entries.editor, entries.page, 'src/write/write.tsx'])
  for (const name of names)
    for (const chunk of chunksOf(manifest, [name]))
      for (const later of chunk.dynamicImports ?? []) if (isOpenedThere(later)) names.add(later)
  const chunks = chunksOf(manifest, [...names])
  return [...new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))].map((file) => `/${file}`)
}

/** The service worker, which keeps these files; another name for other files, so that it is a new one then. */
export async function buildServiceWorker(manifest: Manifest): Promise<void> {
  const besides = globSync('assets/{{lora,figtree}-latin-wght-*.woff2,scale.worker-*.js,seal-icon.svg}', {
    cwd: places.browser,
  })
  const files = [...filesOfWriting(manifest), ...besides.map((file) => `/${file}`)]
  const html = readFileSync(`${places.browser}${page}/index.html`)
  const version = createHash('sha256').update(html).update(files.join()).digest('hex').slice(0, 12)
  await build({
    root: places.web,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    define: { SHELL: JSON.stringify({ version, page, files }) },
    build: {
      outDir: places.browser,
      emptyOutDir: false,
      copyPublicDir: false,
      target: oldest,
      rollupOptions: {
        input: 'src/service-worker/service-worker.ts',
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
        checks: { pluginTimings: false },
      },
    },
  })
}
