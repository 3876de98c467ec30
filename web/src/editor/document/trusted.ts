type Rules = { createHTML(html: string): string; createScriptURL(address: string): string }

/**
 * The Trusted Types policy `letter`. It serves two sinks: a draft or paste parsed into an inert document, which the
 * schema then filters, and worker scripts, which must be ours.
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
