type Rules = { createHTML(html: string): string; createScriptURL(address: string): string }

/**
 * The page's one Trusted Types policy of its own, `letter`. It serves two sinks: a draft, or what is pasted, read
 * into an inert document, which the schema then filters, and the workers, which must be ours.
 */
const rules: Rules = {
  createHTML: (html) => html,
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin)
      throw new TypeError('a worker from elsewhere')
    return address
  },
}
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Rules): Rules } }

export const trusted = trustedTypes?.createPolicy('letter', rules) ?? rules
