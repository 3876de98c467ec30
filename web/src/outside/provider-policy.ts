type Rules = { createHTML?(html: string): string; createScriptURL?(address: string): string }
type Factory = { createPolicy(name: string, rules: Rules): { createHTML(html: string): string } }

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
const inert = factory?.createPolicy('inert', { createHTML: (html) => html })

const running = 'script,iframe,frame,object,embed,base,link,meta,form,svg,math,template,noscript'

/** Parsed in an inert document: whether nothing in it can run or navigate. */
export function isHarmless(html: string): boolean {
  const { documentElement } = new DOMParser().parseFromString(inert?.createHTML(html) ?? html, 'text/html')
  if (documentElement.querySelector(running)) return false
  const attributes = [...documentElement.querySelectorAll('*')].flatMap((element) => [...element.attributes])
  return attributes.every(
    ({ name, value }) => !/^on|^srcdoc$/i.test(name) && !/^[\s\p{Cc}]*(javascript|data):/iu.test(value),
  )
}

/**
 * The `default` policy, which the browser asks for plain strings of the providers' scripts. Import it before such a script
 * is loaded; without a provider's key the server's content policy does not allow it. The allowed hosts are in that policy.
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
