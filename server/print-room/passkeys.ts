import type { PasskeyAnswer, PasskeyMade } from '@lacre/letter/print-room/console-calls.ts'
import {
  countFactor,
  type EnteringOperator,
  type FactorDeps,
  keepChallenge,
  listFactors,
  openFactor,
  passkeyIds,
  prove,
  putFactor,
  takeChallenge,
} from './factors.ts'

/** Loaded at first use, which is rare: it would be a tenth of the server's start. */
const webauthn = () => import('@simplewebauthn/server')

/** Only for this site: a passkey cannot be used elsewhere in its name. */
const site = ({ publicUrl }: Pick<FactorDeps, 'publicUrl'>) => ({
  expectedOrigin: publicUrl.origin,
  expectedRPID: publicUrl.hostname,
  // Possession is enough: the session's own sign-in is the first factor.
  requireUserVerification: false,
})
const newChallenge = ({ random }: Pick<FactorDeps, 'random'>) => new Uint8Array(random.bytes(32))
/** An unreadable answer counts as a wrong signature. */
const wrong = () => undefined

const passkeyOf = ({ accountId }: EnteringOperator, id: string) => ({
  accountId,
  id,
  kind: 'passkey' as const,
})

export async function passkeyToMake(deps: FactorDeps, { accountId, sessionId, email }: EnteringOperator) {
  const passkeys = passkeyIds(await listFactors(deps.db, accountId))
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: 'Lacre',
    rpID: deps.publicUrl.hostname,
    userName: email,
    userID: new TextEncoder().encode(accountId),
    challenge: newChallenge(deps),
    excludeCredentials: passkeys.map((id) => ({ id })),
  })
  await keepChallenge(deps.db, sessionId, options.challenge, deps.clock.now())
  return options
}

export const keepPasskey = (deps: FactorDeps, operator: EnteringOperator, response: PasskeyMade) =>
  prove(deps, operator, 'add-factor', 'passkey', async (tx, now) => {
    const expectedChallenge = await takeChallenge(tx, operator.sessionId, now)
    if (!expectedChallenge) return false
    const made = await (
      await webauthn()
    )
      .verifyRegistrationResponse({ response, expectedChallenge, ...site(deps) })
      .catch(wrong)
    if (!made?.verified) return false
    const { id, publicKey, counter } = made.registrationInfo.credential
    const secret = Buffer.from(publicKey).toString('base64url')
    return putFactor(tx, deps.cipher, passkeyOf(operator, id), { secret, counter, now })
  })

/** Options to ask the browser for one of these passkeys; null when there is none. */
export async function passkeyToAsk(deps: FactorDeps, { sessionId }: EnteringOperator, passkeys: string[]) {
  if (!passkeys.length) return null
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID: deps.publicUrl.hostname,
    challenge: newChallenge(deps),
    allowCredentials: passkeys.map((id) => ({ id })),
  })
  await keepChallenge(deps.db, sessionId, options.challenge, deps.clock.now())
  return options
}

export const givePasskey = (deps: FactorDeps, operator: EnteringOperator, response: PasskeyAnswer) =>
  prove(deps, operator, 'sign-in', 'passkey', async (tx, now) => {
    const expectedChallenge = await takeChallenge(tx, operator.sessionId, now)
    const name = passkeyOf(operator, response.id)
    const known = await openFactor(tx, deps.cipher, name)
    if (!expectedChallenge || !known) return false
    const publicKey = new Uint8Array(Buffer.from(known.secret, 'base64url'))
    const credential = { id: name.id, publicKey, counter: known.counter ?? 0 }
    const given = await (
      await webauthn()
    )
      .verifyAuthenticationResponse({
        response,
        expectedChallenge,
        credential,
        ...site(deps),
      })
      .catch(wrong)
    if (!given?.verified) return false
    await countFactor(tx, name, given.authenticationInfo.newCounter)
    return true
  })
