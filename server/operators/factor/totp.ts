import { Secret, TOTP } from 'otpauth'
import type { Random } from '../../outside/random.ts'

/** What every application takes without being asked (RFC 6238). */
const form = { issuer: 'Lacre', algorithm: 'SHA1', digits: 6, period: 30 }

/** 160 bits, as text for whoever cannot scan it. */
export const newSecret = (random: Random): string => Secret.fromHex(random.bytes(20).toString('hex')).base32

/** What the application reads from the QR code. */
export const addressOf = (secret: string, label: string): string =>
  new TOTP({ ...form, label, secret }).toString()

export const codeAt = (secret: string, now: Date): string =>
  new TOTP({ ...form, secret }).generate({ timestamp: now.getTime() })

/** The half minute a code is of: this one, or its neighbours, since clocks differ. Undefined: it is none of them. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const away = new TOTP({ ...form, secret }).validate({ token: code, timestamp, window: 1 })
  return away === null ? undefined : TOTP.counter({ period: form.period, timestamp }) + away
}
