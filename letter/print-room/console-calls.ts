import { z } from 'zod'
import { calendarDay } from '../calls.ts'
import { priceCodes } from '../price/price.ts'
import { letterCard } from './calls.ts'
import { notStorable } from './reasons.ts'

/** The calls of the office, under `/print-room/` and for an operator's token only. Instants are ISO, sums are cents. */

/** The calls of an operator's second factor, under `/operator/` (design/print-room.md#operator-factor). */

/** What operators did, as the console reads it (design/print-room.md#operators-only). */

/** `GET /print-room/prices`: every dated row, oldest first; `addedBy`: null for the first prices. */
export const datedPrices = z.object({
  prices: z.array(
    z.object({
      from: z.string(),
      code: z.enum(priceCodes),
      cents: z.number().int(),
      addedBy: z.string().nullable(),
    }),
  ),
})
export type DatedPrices = z.infer<typeof datedPrices>

/** `GET /print-room/figures?day=2026-11-23`: without a day, today in Madrid. */
export const figuresQuery = z.object({ day: calendarDay.optional() })
/** Letters' steps, and cents; `cancelled`: after payment. `disputed`: of the sums taken then. */
const figures = z.object({
  paid: z.number().int(),
  posted: z.number().int(),
  returned: z.number().int(),
  cancelled: z.number().int(),
  taken: z.number().int(),
  givenBack: z.number().int(),
  disputed: z.number().int(),
  net: z.number().int(),
})
export type Figures = z.infer<typeof figures>
export const figuresOfDay = z.object({ day: z.string(), ofDay: figures, ofMonth: figures })
export type FiguresOfDay = z.infer<typeof figuresOfDay>

/** The actions available for an account; the last two require a supervisor. */
export const customerActions = ['verify', 'disable', 'enable'] as const
export type CustomerAction = (typeof customerActions)[number]

/** `POST /print-room/customers`: a whole e-mail address, or the ten digits of an order. */
export const findCustomersBody = z
  .object({
    find: z
      .string()
      .trim()
      .min(3)
      .max(254)
      .refine((text) => !text.includes('\0'), notStorable),
  })
  .meta({ example: { find: '1048-392-011' } })
/** `address`: its first letter and everything from the @ on. `letters`: the newest twenty. */
export const customer = z.object({
  id: z.string(),
  address: z.string(),
  isProven: z.boolean(),
  since: z.string(),
  disabledAt: z.string().nullable(),
  can: z.array(z.enum(customerActions)),
  lettersInAll: z.number().int(),
  letters: z.array(letterCard),
})
export type Customer = z.infer<typeof customer>
export const foundCustomers = z.object({ customers: z.array(customer) })
export type FoundCustomers = z.infer<typeof foundCustomers>

/** Checked by the library; here only its size is limited. */
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
/** The six digits of a code application. */
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
const factor = z.object({ id: z.string(), kind: z.enum(factorKinds), since: z.string() })
/** `GET /operator/factors`: the operator's own, oldest first. */
export const ownFactors = z.object({ factors: z.array(factor) })
export type OwnFactors = z.infer<typeof ownFactors>
/** `POST /operator/factors/remove` */
export const removeFactorBody = z.object({ id: binary }).meta({ example: { id: 'pT0k…' } })
export type RemoveFactorBody = z.infer<typeof removeFactorBody>

const count = z.number().int()

/** `GET /print-room/acts?before=120`: fifty, the newest first. */
export const actsQuery = z.object({ before: z.coerce.number().pipe(z.int32().positive()).optional() })
export const acts = z.object({
  acts: z.array(
    z.object({
      seq: count,
      at: z.string(),
      /** The operator's name. */
      operator: z.string(),
      action: z.string(),
      /** A batch, a letter's id, an issue's id, or the pseudonym of an account or address. */
      subject: z.string(),
      note: z.string(),
      hash: z.string(),
    }),
  ),
  /** Whether every entry is unchanged, from the first to the newest. */
  chain: z.union([z.literal('whole'), z.object({ brokenAt: count })]),
  next: count.nullable(),
})
export type Acts = z.infer<typeof acts>
