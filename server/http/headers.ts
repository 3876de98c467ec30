import helmet from '@fastify/helmet'
import type { Settings } from '../settings.ts'
import type { App } from './app.ts'

/** What every answer carries. Pages bring their own content policy; anything else may load nothing at all. */
export async function setHeaders(app: App, { publicUrl, google }: Settings) {
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
