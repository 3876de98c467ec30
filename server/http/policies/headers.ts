import type { Settings } from '../../settings.ts'

/** What no page of ours needs is refused to it and to every frame in it. */
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

/** The card form's frames may pay; passkeys are our own pages' only. */
function permissionsPolicy({ cards }: Pick<Settings, 'cards'>): string {
  const payment = cards ? '(self "https://js.stripe.com" "https://*.js.stripe.com")' : '()'
  const own = ['publickey-credentials-create', 'publickey-credentials-get'].map((name) => `${name}=(self)`)
  return [...unused.map((name) => `${name}=()`), `payment=${payment}`, ...own].join(', ')
}

/**
 * What every answer carries, also to what is no request at all. Pages bring their own content policy; anything else may
 * load nothing at all.
 */
export const securityHeaders = ({
  publicUrl,
  google,
  cards,
}: Pick<Settings, 'publicUrl' | 'google' | 'cards'>) => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
  // Google's button speaks to its popup.
  'cross-origin-opener-policy': google ? 'same-origin-allow-popups' : 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy({ cards }),
  // Google's button wants to know the site; nobody, our own proxies' logs included, the whole address.
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
