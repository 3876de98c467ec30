import { fileURLToPath } from 'node:url'

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Paths of the build. `pages` names the server each page's file and the hashes for its policy. */
export const places = {
  repository: place('../..'),
  web: place('..'),
  texts: place('../texts'),
  template: place('../index.html'),
  dist: place('../dist'),
  browser: place('../dist/browser'),
  older: place('../dist/older-assets'),
  server: place('../dist/server'),
  pages: place('../dist/pages.json'),
}
