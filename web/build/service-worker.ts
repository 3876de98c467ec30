import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { build } from 'vite'
import { chunksOf, entries, isJournal, oldest, type Manifest } from './bundle.ts'
import { places } from './places.ts'

const page = '/write'

/**
 * The lazy parts of the writing page, needed offline and by a page that is still open after a new build. Without the
 * preview, which is large and needs a network anyway.
 */
const isPartOfWriting = (name: string) =>
  /^src\/(write\/(?!preview-panel)|(drafts|editor|payment)\/|outside\/cards)/.test(name) || isJournal(name)

/** Every file of the writing page, also of the parts that load later. */
export function filesOfWriting(manifest: Manifest): string[] {
  const names = new Set([entries.editor, entries.page, 'src/write/write.tsx'])
  for (const name of names)
    for (const chunk of chunksOf(manifest, [name]))
      for (const later of chunk.dynamicImports ?? []) if (isPartOfWriting(later)) names.add(later)
  const chunks = chunksOf(manifest, [...names])
  return [...new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))].map((file) => `/${file}`)
}

/** Builds the service worker that caches these files; its version changes with them. */
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
