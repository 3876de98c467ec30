import { createServer } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const issuer = 'https://accounts.google.com'
const clientId = 'lacre-test.apps.googleusercontent.com'
const siteKey = 'site-key-of-the-test'
const recaptchaSecret = 'recaptcha-secret-of-the-test'

/** The outside world of a server with every key set, on this machine, with a ledger of what it was asked. */
export type Providers = {
  /** The environment of a server that is to meet them. */
  settings: Record<string, string>
  clientId: string
  siteKey: string
  mails: Email[]
  /** Every answer of a captcha that was brought to siteverify, with the secret it came with. */
  verified: { response: string; secret: string }[]
  /** What Google's button would give for this person. */
  credential: (claims: { sub: string; email: string; nonce: string }) => Promise<string>
  close: () => Promise<void>
}

export async function openProviders(): Promise<Providers> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const verified: Providers['verified'] = []
  const mails: Email[] = []

  const answers: Record<string, (body: string) => object> = {
    '/certs': () => ({ keys: [key] }),
    '/siteverify'(body) {
      const form = new URLSearchParams(body)
      const asked = { response: form.get('response') ?? '', secret: form.get('secret') ?? '' }
      const isNew = !verified.some(({ response }) => response === asked.response)
      verified.push(asked)
      return isNew && asked.response.startsWith('right')
        ? { success: true, hostname: 'localhost' }
        : { success: false, 'error-codes': ['timeout-or-duplicate'] }
    },
  }
  const web = createServer(async (request, reply) => {
    const body = (await buffer(request)).toString()
    // The card provider is asked by chores only; it knows of nothing.
    const answer = answers[request.url ?? ''] ?? (() => ({ object: 'list', data: [], has_more: false }))
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer(body)))
  })
  const post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, _session, taken) {
      mails.push(await PostalMime.parse(await buffer(stream)))
      taken()
    },
  })
  const webPort = await listen(web)
  const postPort = await listen(post.server)

  return {
    settings: {
      STRIPE_SECRET_KEY: 'sk_live_key',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_key',
      STRIPE_WEBHOOK_SECRET: 'whsec_key',
      STRIPE_API_URL: `http://127.0.0.1:${webPort}`,
      SMTP_URL: `smtp://127.0.0.1:${postPort}`,
      MAIL_FROM: 'Lacre <cartas@lacre.example>',
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CERTS_URL: `http://127.0.0.1:${webPort}/certs`,
      RECAPTCHA_SITE_KEY: siteKey,
      RECAPTCHA_SECRET_KEY: recaptchaSecret,
      RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${webPort}/siteverify`,
    },
    clientId,
    siteKey,
    mails,
    verified,
    credential: ({ sub, email, nonce }) =>
      new SignJWT({ email, email_verified: true, nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(sub)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
    async close() {
      web.closeAllConnections()
      await Promise.all(
        [web, post].map((server) => new Promise<void>((closed) => server.close(() => closed()))),
      )
    },
  }
}

const listen = (server: NetServer): Promise<number> =>
  new Promise((listening) =>
    server.listen(0, '127.0.0.1', () => listening((server.address() as AddressInfo).port)),
  )
