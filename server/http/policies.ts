import { keysOf } from '@lacre/letter/keys-of.ts'
import type { Settings } from '../settings.ts'

/** Outside scripts the pages may use; each is allowed only when its key is set. */
type Provider = 'cards' | 'social' | 'captcha'
type Policy = Record<string, string[]>

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
/** Policies of our page for the providers' scripts (web/src/outside/provider-policy.ts). */
const policiesForProviders = ['inert', 'default']
/** The policies that Google's scripts create. */
const policiesOfProvider: Record<Provider, string[]> = {
  cards: [],
  social: ['goog#html', "'allow-duplicates'"],
  captcha: ['goog#html', "'allow-duplicates'"],
}

/**
 * The content security policy of a page. `scripts` and `styles` are hashes of its inline code. All pages allow the same
 * providers: navigation is client-side, so the first page's policy governs the rest. Trusted Types are enforced
 * everywhere; the providers' scripts have their own policies.
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

/** Features our pages do not need, refused to them and their frames. */
const unused = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** The card form's frames may use payment; only our own pages may use passkeys. */
function permissionsPolicy({ cards }: Pick<Settings, 'cards'>): string {
  const payment = cards ? '(self "https://js.stripe.com" "https://*.js.stripe.com")' : '()'
  const own = ['publickey-credentials-create', 'publickey-credentials-get'].map((name) => `${name}=(self)`)
  return [...unused.map((name) => `${name}=()`), `payment=${payment}`, ...own].join(', ')
}

/** For every answer, also outside requests. Pages add a content policy; other answers load nothing. */
export const securityHeaders = ({
  publicUrl,
  google,
  cards,
}: Pick<Settings, 'publicUrl' | 'google' | 'cards'>) => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
  // Google's button talks to its popup.
  'cross-origin-opener-policy': google ? 'same-origin-allow-popups' : 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy({ cards }),
  // Google's button needs the origin. The full URL is sent to no site, so it stays out of logs too.
  'referrer-policy': google ? 'strict-origin' : 'no-referrer',
  ...(publicUrl.protocol === 'https:' && {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  }),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})
