import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chunksOf, entries, untilAlive, type Manifest, type Prerenderer } from './bundle.ts'
import { afterPaint, editorFirst, fillTemplate, hashesOf, type Style } from './page.ts'
import { places } from './places.ts'

/** `screen`: its module, if any; `scripts` and `styles`: hashes for its policy. */
export type PageFile = {
  file: string
  sandboxFile: string
  screen: string[]
  scripts: string[]
  styles: string[]
}

/** The page for unknown addresses (status 404). */
const anyOther = '/404'

/** Writes the page of each route and returns what the server needs to serve it. */
export async function prerenderPages(manifest: Manifest, { routes, render }: Prerenderer) {
  const template = readFileSync(places.template, 'utf8')
  const addresses = (names: string[]) => chunksOf(manifest, names).map(({ file }) => `/${file}`)
  const pages: Record<string, PageFile> = {}

  for (const path of [...Object.keys(routes), anyOther]) {
    const { html: app, title, lang } = await render(path, readText)
    const screen = routes[path] ? [`src/${routes[path].file}`] : []
    const isEditor = path === '/write'
    const all = addresses(untilAlive(manifest, path, screen))
    const scripts = isEditor
      ? editorFirst(addresses([entries.editor]), `/${manifest[entries.editor]?.file}`, all)
      : afterPaint(all)
    const html = fillTemplate(template, {
      title,
      lang,
      app,
      scripts,
      fonts: isEditor ? 'fallback' : 'optional',
      styles: stylesOf(manifest, [entries.page, ...screen]),
    })
    if (!html.includes('<h1')) throw new Error(`${path} came out without a heading`)

    const folder = path === '/' ? '' : `${path.slice(1)}/`
    const [file, sandboxFile] = [`${folder}index.html`, `${folder}sandbox.html`]
    mkdirSync(`${places.browser}/${folder}`, { recursive: true })
    writeFileSync(`${places.browser}/${file}`, html)
    // Both are compressed here: at the start of the server that took longer than all the rest.
    writeFileSync(`${places.browser}/${sandboxFile}`, html.replace('<html ', '<html data-mode="sandbox" '))
    const hashes = { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') }
    pages[path] = { file, sandboxFile, screen, ...hashes }
  }
  return pages
}

function stylesOf(manifest: Manifest, names: string[]): Style[] {
  const files = new Set(chunksOf(manifest, names).flatMap(({ css }) => css ?? []))
  return [...files].map((file) => ({
    address: `/${file}`,
    css: readFileSync(`${places.browser}/${file}`, 'utf8'),
  }))
}

const readText = async (name: string) => readFileSync(`${places.texts}/${name}.md`, 'utf8')
