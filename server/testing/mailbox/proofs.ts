import { type AccountsApp, goodPassword } from '../test-app.ts'

type Session = { access_token?: string }
type Proves = (app: AccountsApp, email: string) => Promise<Session>

/** How who reads a mailbox proves it in the own browser, whatever claims others have made on it. Answers the session. */
export const proofs = {
  'a link of an own claim': async (app, email) => {
    app.clock.pass(1000)
    const own = await app.register(email)
    await app.verify((await app.linksTo(email)).at(-1) ?? '')
    return own
  },
  'a code': async (app, email) => {
    app.clock.pass(1000)
    await app.askForCode(email)
    return app.enterCode(email, (await app.codesTo(email)).at(-1) ?? '')
  },
  'a reset': async (app, email) => {
    app.clock.pass(1000)
    await app.post('/auth/forgot-password', { email })
    await app.reset((await app.linksTo(email, 'password-reset')).at(-1) ?? '', goodPassword)
    return app.logIn(email)
  },
  Google: (app, email) => app.signInSocially({ email, authoritative: true }),
} satisfies Record<string, Proves>
