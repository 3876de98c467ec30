type Rules = { createHTML?(html: string): string; createScriptURL?(address: string): string }
type Factory = { createPolicy(name: string, rules: Rules): { createHTML(html: string): string } }

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
const inert = factory?.createPolicy('inert', { createHTML: (html) => html })

const running = 'script,iframe,frame,object,embed,base,link,meta,form,svg,math,template,noscript'

/** Read in a document without scripts: whether nothing in it could run or load a page. */
export function isHarmless(html: string): boolean {
  const { documentElement } = new DOMParser().parseFromString(inert?.createHTML(html) ?? html, 'text/html')
  if (documentElement.querySelector(running)) return false
  const attributes = [...documentElement.querySelectorAll('*')].flatMap((element) => [...element.attributes])
  return attributes.every(
    ({ name, value }) => !/^on|^srcdoc$/i.test(name) && !/^[\s\p{Cc}]*(javascript|data):/iu.test(value),
  )
}

/**
 * What the providers' scripts hand over as plain strings: the browser asks the policy of this name. Import it before such
 * a script is loaded; without a provider's key the server's content policy does not allow it. From which hosts scripts
 * may come is that policy's matter.
 */
factory?.createPolicy('default', {
  createHTML(html) {
    if (!isHarmless(html)) throw new TypeError('markup that could run')
    return html
  },
  createScriptURL(address) {
    const { protocol, origin } = new URL(address, location.href)
    if (protocol !== 'https:' || origin === location.origin) throw new TypeError("no provider's script")
    return address
  },
})
