import { cleanText } from './tree.ts'
import { maxLink } from './limits.ts'

/** Replaces links we do not follow (specification, section 2). */
export const noLink = 'about:blank'

const linkSchemes = ['http', 'https', 'mailto', 'tel', 'sms']
const printable = /^data:image\/(png|jpeg)[;,]/i

/** The address as a browser parses it: without tabs and line ends, and without spaces and controls at its ends. */
export const cleanAddress = (address: string): string =>
  cleanText(address)
    .replace(/[\t\n]/g, '')
    .trim()

/** `java\tscript:` is `javascript`; a relative address has none. Expects a clean address. */
const schemeOf = (address: string) => /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()

/** The clean link; or `about:blank` when it is none of http, https, mailto, tel, sms, or too long to print. */
export function safeLink(href: string): string {
  const address = cleanAddress(href)
  const scheme = schemeOf(address) ?? 'https' // relative to a page of the web
  const isAllowed = address !== '' && address.length < maxLink && linkSchemes.includes(scheme)
  return isAllowed ? address : noLink
}

/** Pictures come by http, https or data; of data only png and jpeg, so no SVG. Relative addresses are refused. */
export function isSafePicture(src: string): boolean {
  const address = cleanAddress(src)
  const scheme = schemeOf(address)
  if (scheme === 'data') return printable.test(address)
  return scheme === 'http' || scheme === 'https'
}

/** A typed link: `www.a.es` is meant as a host, though a browser reads a relative address. */
export function typedLink(typed: string): string {
  const text = typed.trim()
  const isHost = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#:].*)?$/u.test(text)
  return safeLink(isHost ? `https://${text}` : text)
}
