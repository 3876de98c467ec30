import type { Settings } from '../settings.ts'

/** Which outside scripts a page may use. Each is allowed only where it is used, and only when its key is set. */
export type Provider = 'cards' | 'social' | 'captcha'
export type Policy = Record<string, string[]>

const base: Policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'style-src-attr': ["'unsafe-inline'"], // without it a loaded letter loses its alignment and colours
  'img-src': ["'self'", 'data:', 'http:', 'https:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
}

const ofProvider: Record<Provider, Policy> = {
  cards: {
    'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
    'connect-src': ['https://api.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  },
  social: {
    'script-src': ['https://accounts.google.com/gsi/client'],
    'style-src': ['https://accounts.google.com/gsi/style'],
    'connect-src': ['https://accounts.google.com/gsi/'],
    'frame-src': ['https://accounts.google.com/gsi/'],
  },
  captcha: {
    'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    'connect-src': ['https://www.google.com/recaptcha/'],
    'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  },
}

/** Who uses what (specification, sections 2 and 7). */
const providersOfPage: Record<string, Provider[]> = {
  '/write': ['cards'],
  '/login': ['social'],
  '/register': ['social', 'captcha'],
}

const trustedTypes = "require-trusted-types-for 'script'; trusted-types letter ProseMirrorClipboard"

/**
 * The content security policy of a page. `scripts` and `styles` are the hashes of what stands in the page itself.
 * Trusted Types are enforced wherever no outside script runs, which we could not hold to them.
 */
export function contentPolicy(
  path: string,
  inside: { scripts: string[]; styles: string[] },
  { cards, google, recaptcha }: Pick<Settings, 'cards' | 'google' | 'recaptcha'>,
): string {
  const enabled = { cards: !!cards, social: !!google, captcha: !!recaptcha }
  const providers = (providersOfPage[path] ?? []).filter((provider) => enabled[provider])
  const policy: Policy = {
    ...base,
    'script-src': [...base['script-src']!, ...inside.scripts],
    'style-src': [...base['style-src']!, ...inside.styles],
  }
  for (const provider of providers)
    for (const [directive, sources] of Object.entries(ofProvider[provider])) {
      const before = (policy[directive] ?? []).filter((source) => source !== "'none'")
      policy[directive] = [...before, ...sources]
    }
  const rules = Object.entries(policy).map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  return [...rules, ...(providers.length ? [] : [trustedTypes])].join('; ')
}
