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
/** What a font does that is kept but not there at once: `optional` stays away, `fallback` comes for what one writes. */
export type Fonts = 'optional' | 'fallback'

/**
 * Finished HTML with its styles inside: a stylesheet of its own would cost one more latency before the first paint.
 * The disabled links tell Vite's loader that these styles are there already; a browser does not fetch them.
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

/** They are for who reads the template (index.html); what is filled in has no space behind `<!--`. */
const commentsAndIndents = /^ *(?:\/\/.*\n|<!-- .*\n)|^ +/gm

/** What a page says whose scripts do not come (index.html), where the page is in English. */
const notLoaded = /(id="not-loaded"[^>]*>)[^<]*(<button[^>]*>)[^<]*/
const notLoadedInEnglish =
  '$1Sorry: this page has not finished loading, and its buttons do not work yet. $2Reload the page'

/** The Latin cuts, by their addresses in the styles. */
const firstFonts = (css: string) =>
  [...css.matchAll(/\/assets\/(?:lora|figtree)-latin-wght[^)"']+\.woff2/g)].map(([address]) => address)

/** Fonts that this browser has from an earlier page (styles/fonts.ts) are there before the first paint; others wait. */
const keptFonts = (addresses: string[]) =>
  `<script>try{const fonts=${JSON.stringify(addresses)};if(localStorage.getItem('fonts')===fonts.join()){document.documentElement.dataset.fonts='';for(const href of fonts)document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'font',type:'font/woff2',crossOrigin:'',href}))}}catch{}</script>`

/**
 * React is asked for with the page, and runs when that is painted: on a slow line it is not there before. `import()`,
 * because a made script's `src` is a Trusted Types sink.
 */
export const afterPaint = (files: string[]) =>
  `${links('modulepreload', files)}<script>requestAnimationFrame(()=>setTimeout(()=>{for(const file of ${JSON.stringify(files)})import(file)}))</script>`

/** The editor opens before React does; its chunks are asked for at once, those of `all` besides when it has come (island.ts). */
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
