/** What a page could cost at the least: the same content without script and web fonts, and a place to write in. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** The finished page without what makes it alive, and in the system's own letters. */
export const plain = (html: string): string =>
  html
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/<link rel="(?:stylesheet|preload|modulepreload|icon)"[^>]*>/g, '')
    .replace(/@font-face\s*\{.*?\}/gs, '')
    .replace(/<p class="cannot-run".*?<\/p>/gs, '')

export const bareEditor = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Carta</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><h1>Carta</h1>
<div contenteditable="true" style="min-height: 20em; border: 1px solid"></div></html>`

/** Keeps the letter at every change, and writes only the paragraph anew that was changed. */
export const savingEditor = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Carta</title>
<div contenteditable="true"></div><script>
const letter = document.querySelector('div')
letter.innerHTML = localStorage.getItem('letterContent') ?? ''
const written = new WeakMap()
const paragraphOf = (node) => {
  while (node && node.parentNode !== letter) node = node.parentNode
  return node
}
new MutationObserver((changes) => {
  for (const { target } of changes) written.delete(paragraphOf(target))
  const blocks = []
  for (const block of letter.children) {
    if (!written.has(block)) written.set(block, block.outerHTML)
    blocks.push(written.get(block))
  }
  localStorage.setItem('letterContent', blocks.join(''))
}).observe(letter, { childList: true, characterData: true, subtree: true })
</script></html>`

/** Serves these pages by their paths, packed as ours are. */
export async function serve(pages: Record<string, string>) {
  const packed = new Map(Object.entries(pages).map(([path, html]) => [path, brotliCompressSync(html)]))
  const server = createServer((request, response) => {
    const page = packed.get(request.url ?? '')
    response.writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
    })
    response.end(page ?? brotliCompressSync(''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}`, close: () => server.close() }
}
