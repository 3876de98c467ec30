import { keysOf } from '@lacre/letter/keys-of.ts'
import type { Settings } from '../../settings.ts'

/** The outside scripts the pages may use; each is allowed only when its key is set. */
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

const ourPolicies = ['letter', 'captcha', 'ProseMirrorClipboard', 'svelte-trusted-html']
/** Of our page for the providers' scripts (web/src/outside/provider-policy.ts). */
const policiesForProviders = ['inert', 'default']
/** What Google's scripts call theirs; each makes its own. */
const policiesOfProvider: Record<Provider, string[]> = {
  cards: [],
  social: ['goog#html', "'allow-duplicates'"],
  captcha: ['goog#html', "'allow-duplicates'"],
}

/**
 * The content security policy of a page. `scripts` and `styles` are the hashes of what stands in the page itself.
 * The providers are the same on every page, because navigation is client-side: the policy of the page that was
 * loaded first governs all that follow. Trusted Types are enforced everywhere; the providers' scripts have policies of their own.
 */
export function contentPolicy(
  inside: { scripts: string[]; styles: string[] },
  { cards, google, recaptcha }: Pick<Settings, 'cards' | 'google' | 'recaptcha'>,
): string {
  const enabled = { cards: !!cards, social: !!google, captcha: !!recaptcha }
  const providers = keysOf(enabled).filter((provider) => enabled[provider])
  const policy: Policy = {
    ...base,
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [
      ...ourPolicies,
      ...(providers.length ? policiesForProviders : []),
      ...new Set(providers.flatMap((provider) => policiesOfProvider[provider])),
    ],
    'script-src': [...base['script-src']!, ...inside.scripts],
    'style-src': [...base['style-src']!, ...inside.styles],
  }
  for (const provider of providers)
    for (const [directive, sources] of Object.entries(ofProvider[provider])) {
      const before = (policy[directive] ?? []).filter((source) => source !== "'none'")
      policy[directive] = [...before, ...sources]
    }
  const rules = Object.entries(policy).map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  return rules.join('; ')
}
