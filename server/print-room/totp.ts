import { Secret, TOTP } from 'otpauth'
import type { Random } from '../outside/clock.ts'
import { beginTotp, countTotp, totpOf } from './factors-table.ts'
import { type EnteringOperator, type FactorDeps, prove } from './factors.ts'

/** What every application takes without being asked (RFC 6238). */
const form = { issuer: 'Lacre', algorithm: 'SHA1', digits: 6, period: 30 }

/** 160 bits, as text for whoever cannot scan it. */
const newSecret = (random: Random): string => Secret.fromHex(random.bytes(20).toString('hex')).base32

/** What the application reads from the QR code. */
const addressOf = (secret: string, label: string): string => new TOTP({ ...form, label, secret }).toString()

export const codeAt = (secret: string, now: Date): string =>
  new TOTP({ ...form, secret }).generate({ timestamp: now.getTime() })

/** The half minute a code is of: this one, or its neighbours, since clocks differ. Undefined: it is none of them. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const away = new TOTP({ ...form, secret }).validate({ token: code, timestamp, window: 1 })
  return away === null ? undefined : TOTP.counter({ period: form.period, timestamp }) + away
}

/** A secret for an application, which counts once its first code has come back. 'totp-known': there is one already. */
export async function beginCodes(
  { db, clock, random, cipher }: FactorDeps,
  { accountId, email }: EnteringOperator,
): Promise<{ secret: string; address: string } | 'totp-known'> {
  const secret = newSecret(random)
  const { wrapped_key, key_name, content } = cipher.seal(accountId, { content: secret })
  const row = { account_id: accountId, wrapped_key, key_name, content, added_at: clock.now() }
  return (await beginTotp(db, row)) ? { secret, address: addressOf(secret, email) } : 'totp-known'
}

/** 'add-factor': the first code of an application that was begun. @throws UnknownLetterKey */
export const giveCode = (
  deps: FactorDeps,
  operator: EnteringOperator,
  { code, action }: { code: string; action: 'sign-in' | 'add-factor' },
) =>
  prove(deps, operator, action, 'totp', async (tx, now) => {
    const { accountId } = operator
    const totp = await totpOf(tx, accountId)
    if (!totp || (totp.last_step === null) !== (action === 'add-factor')) return false
    const step = stepOf(deps.cipher.openContent(accountId, totp), code, now)
    // No code counts twice, nor one older than the last.
    if (step === undefined || step <= (totp.last_step ?? 0)) return false
    await countTotp(tx, accountId, step)
    return true
  })

/** As SVG, for a page to show; black on nothing. Loaded when somebody first asks: it weighs more than the rest. */
export async function qrCode(text: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node')
  return bwip.toSVG({ bcid: 'qrcode', text })
}
