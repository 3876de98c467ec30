/** The calls by which somebody becomes an operator and proves to be one, under `/operator/` (design.md#operator-factor). */
import { z } from 'zod'

/** What an authenticator says is read by the library that checks it: here only its size is. */
const binary = z.string().max(20_000)
const credential = {
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}
const passkeyMade = z.object({
  ...credential,
  response: z.object({ clientDataJSON: binary, attestationObject: binary }),
})
export type PasskeyMade = z.infer<typeof passkeyMade>
const passkeyAnswer = z.object({
  ...credential,
  response: z.object({ clientDataJSON: binary, authenticatorData: binary, signature: binary }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>
/** The six digits of an application. */
const code = z.string().regex(/^\d{6}$/, 'Escriba las seis cifras que ve en su aplicación.')

const someKey = { id: 'pT0k…', rawId: 'pT0k…', type: 'public-key', clientExtensionResults: {} }
/** `POST /operator/passkeys/options`: for the browser's `create`. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })
/** `POST /operator/passkeys` */
export const passkeyBody = z.object({ passkey: passkeyMade }).meta({
  example: { passkey: { ...someKey, response: { clientDataJSON: 'eyJ0…', attestationObject: 'o2Nm…' } } },
})
/** `POST /operator/totp/options`: `qr` is an SVG. */
export const totpBegun = z.object({ secret: z.string(), qr: z.string() })
export type TotpBegun = z.infer<typeof totpBegun>
/** `POST /operator/totp` */
export const codeBody = z.object({ code }).meta({ example: { code: '123456' } })
/** `POST /operator/factor/options`: `passkey` is for the browser's `get`, null where there is none. */
export const factorAsked = z.object({ passkey: passkeyOptions.nullable(), hasTotp: z.boolean() })
/** `POST /operator/factor` */
export const factorBody = z
  .union([codeBody, z.object({ passkey: passkeyAnswer })])
  .meta({ example: { code: '123456' } })

const factorKinds = ['passkey', 'totp'] as const
export type FactorKind = (typeof factorKinds)[number]
const factor = z.object({ id: binary, kind: z.enum(factorKinds) })
/** `GET /operator/factors`: one's own, the oldest first. */
export const ownFactors = z.object({ factors: z.array(factor.extend({ since: z.string() })) })
export type OwnFactors = z.infer<typeof ownFactors>
/** `POST /operator/factors/remove` */
export const removeFactorBody = factor.meta({ example: { id: 'pT0k…', kind: 'passkey' } })
export type RemoveFactorBody = z.infer<typeof removeFactorBody>
