import { cleanText } from './tree.ts'
import { maxLink } from './limits.ts'

/** What stands in place of an address we do not follow (specification, section 2). */
export const noLink = 'about:blank'

const linkSchemes = ['http', 'https', 'mailto', 'tel', 'sms']
const printable = /^data:image\/(png|jpeg)[;,]/i

/** The address as a browser reads it: tabs and line ends inside are skipped, spaces and controls at the ends too. */
export const cleanAddress = (address: string): string =>
  cleanText(address)
    .replace(/[\t\n]/g, '')
    .trim()

/** `java\tscript:` is `javascript`; a relative address has none. Expects a clean address. */
const schemeOf = (address: string) => /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()

/** The link, clean; or `about:blank` when it is none of http, https, mailto, tel, sms, or too long to print. */
export function safeLink(href: string): string {
  const address = cleanAddress(href)
  const scheme = schemeOf(address) ?? 'https' // relative to a page of the web
  const isAllowed = address !== '' && address.length < maxLink && linkSchemes.includes(scheme)
  return isAllowed ? address : noLink
}

/** Pictures come by http, https or data; of data only png and jpeg, so no SVG. A relative address leads nowhere on paper. */
export function isSafePicture(src: string): boolean {
  const address = cleanAddress(src)
  const scheme = schemeOf(address)
  if (scheme === 'data') return printable.test(address)
  return scheme === 'http' || scheme === 'https'
}

/** What a person typed as a link: `www.a.es` is a host to them, though a relative address to a browser. */
export function typedLink(typed: string): string {
  const text = typed.trim()
  const isHost = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#:].*)?$/u.test(text)
  return safeLink(isHost ? `https://${text}` : text)
}
