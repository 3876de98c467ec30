import { createHash } from 'node:crypto'

export type Page = {
  title: string
  lang: string
  app: string
  styles: Style[]
  fonts: Fonts
  scripts: string
}
export type Style = { address: string; css: string }
/** `now`: before the first paint, so that nothing moves. `later`: after the editor's script, changing places then. */
export type Fonts = 'now' | 'later'

/**
 * Finished HTML with its styles inside: a stylesheet of its own would cost one more latency before the first paint.
 * The disabled links tell Vite's loader that these styles are there already; a browser does not fetch them.
 */
export function fillTemplate(template: string, { title, lang, app, styles, fonts, scripts }: Page): string {
  const written = styles.map((style) => style.css.trim()).join('')
  const css = fonts === 'now' ? written : written.replaceAll('font-display:optional', 'font-display:swap')
  const preloads = fonts === 'now' ? firstFonts(css).map(fontPreload) : []
  const links = styles.map(({ address }) => `<link rel="stylesheet" href="${address}" crossorigin disabled>`)
  return template
    .replace('<html lang="es">', () => `<html lang="${lang}">`)
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace('<!--styles-->', () => `${preloads.join('')}<style>${css}</style>${links.join('')}`)
    .replace('<div id="root"></div>', () => `<div id="root">${app}</div>`)
    .replace('<!--scripts-->', () => scripts)
}

/** The Latin cuts, by their addresses in the styles: what is optional and not there at once is not used at all. */
const firstFonts = (css: string) =>
  [...css.matchAll(/\/assets\/(?:lora|figtree)-latin-wght[^)"']+\.woff2/g)].map(([address]) => address)

const fontPreload = (address: string) =>
  `<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin>`

/** React is asked for when the page is painted. `import()`, because a made script's `src` is a Trusted Types sink. */
export const afterPaint = (files: string[]) =>
  `<script>requestAnimationFrame(()=>setTimeout(()=>{for(const file of ${JSON.stringify(files)})import(file)}))</script>`

/** The editor opens before React does; all its chunks are asked for at once. */
export const editorFirst = (files: string[], entry: string) =>
  files.map((file) => `<link rel="modulepreload" href="${file}">`).join('') +
  `<script type="module" src="${entry}"></script>`

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The hash of each inline script or style, for the page's content security policy. */
export const hashesOf = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text = '']) => sha256(text))
