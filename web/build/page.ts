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
/** `font-display` of a cached font: `optional` never swaps, `fallback` swaps in for the text being written. */
type Fonts = 'optional' | 'fallback'

/**
 * The HTML with its styles inline: a stylesheet would cost one more round trip before the first paint. The disabled
 * links tell the loader of Vite that these styles are present; a browser does not fetch them.
 */
export function fillTemplate(template: string, { title, lang, app, styles, fonts, scripts }: Page): string {
  const css = styles
    .map((style) => style.css.trim())
    .join('')
    .replaceAll('font-display:optional', `font-display:${fonts}`)
  const links = styles.map(({ address }) => `<link rel="stylesheet" href="${address}" crossorigin disabled>`)
  const words = lang === 'en' ? template.replace(notLoaded, notLoadedInEnglish) : template
  return words
    .replaceAll(commentsAndIndents, '')
    .replace('<html lang="es">', () => `<html lang="${lang}">`)
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace('<!--styles-->', () => `${keptFonts(firstFonts(css))}<style>${css}</style>${links.join('')}`)
    .replace('<div id="root"></div>', () => `<div id="root">${app}</div>`)
    .replace('<!--scripts-->', () => scripts)
}

/** Comments of the template (index.html); placeholders have no space behind `<!--`. */
const commentsAndIndents = /^ *(?:\/\/.*\n|<!-- .*\n)|^ +/gm

/** The English words of the notice that the scripts did not load (index.html). */
const notLoaded = /(id="not-loaded"[^>]*>)[^<]*(<button[^>]*>)[^<]*/
const notLoadedInEnglish =
  '$1Sorry: this page has not finished loading, and its buttons do not work yet. $2Reload the page'

/** The addresses of the Latin font files. */
const firstFonts = (css: string) =>
  [...css.matchAll(/\/assets\/(?:lora|figtree)-latin-wght[^)"']+\.woff2/g)].map(([address]) => address)

/** Preloads the fonts that this browser has cached from an earlier page (styles/fonts.ts); others wait. */
const keptFonts = (addresses: string[]) =>
  `<script>try{const fonts=${JSON.stringify(addresses)};if(localStorage.getItem('fonts')===fonts.join()){document.documentElement.dataset.fonts='';for(const href of fonts)document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'font',type:'font/woff2',crossOrigin:'',href}))}}catch{}</script>`

/**
 * Preloads React with the page and runs it after the first paint, which it would delay on a slow line. `import()`,
 * because the `src` of a made script is a Trusted Types sink.
 */
export const afterPaint = (files: string[]) =>
  `${links('modulepreload', files)}<script>requestAnimationFrame(()=>setTimeout(()=>{for(const file of ${JSON.stringify(files)})import(file)}))</script>`

/** The editor runs before React: its chunks load first, the others of `all` once it is open (island.ts). */
export const editorFirst = (files: string[], entry: string, all: string[]) => {
  const later = all.filter((file) => !files.includes(file))
  return `${links('modulepreload', files)}${links('later', later)}<script type="module" src="${entry}"></script>`
}

const links = (rel: string, files: string[]) =>
  files.map((file) => `<link rel="${rel}" href="${file}">`).join('')

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The hash of each inline script or style, for the page's content security policy. */
export const hashesOf = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text = '']) => sha256(text))
