import helmet from '@fastify/helmet'
import type { Settings } from '../../settings.ts'
import type { App } from '../app.ts'

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

/** What every answer carries. Pages bring their own content policy; anything else may load nothing at all. */
export async function setHeaders(app: App, { publicUrl, google, cards }: Settings) {
  const permissions = permissionsPolicy({ cards })
  app.addHook('onRequest', (_request, reply, next) => {
    void reply.header('permissions-policy', permissions)
    next()
  })
  const isSecure = publicUrl.protocol === 'https:'
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    // Google's button speaks to its popup.
    crossOriginOpenerPolicy: { policy: google ? 'same-origin-allow-popups' : 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // Google's button wants to know the site; nobody, our own proxies' logs included, the whole address.
    referrerPolicy: { policy: google ? 'strict-origin' : 'no-referrer' },
    hsts: isSecure && { maxAge: 31_536_000, includeSubDomains: true },
  })
}
