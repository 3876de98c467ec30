/**
 * The calls between browser and server: the specification's seven and the design's additions. The server validates with
 * these schemas; the browser uses only their types.
 */
import { z } from 'zod'
import { states } from './journey.ts'
import { letterAccesses } from './accounts/letter-access.ts'
import { looks, signature } from './looks/calls.ts'
import { issuedInvoice } from './price/invoice-calls.ts'
import { disputeStates, paymentMethods } from './price/payment-states.ts'
import { printColours } from './paper-profile.ts'
import { mostLettersOfOrder, priceCodes } from './price/price.ts'

/** Every failure has `detail`, a Spanish sentence for users; `code` is for programs. */
export const failure = z.object({ detail: z.string(), code: z.string().optional() })
export type Failure = z.infer<typeof failure>
export const message = z.object({ message: z.string() }).meta({ example: { message: 'Sesión cerrada.' } })
export type Message = z.infer<typeof message>
const field = z.string().max(200)
export const addressFields = z.object({
  name: field,
  street: field,
  city: field,
  state: field.default(''),
  postalCode: field,
  country: field,
})

const badDay = 'Escriba una fecha válida.'
/** PostgreSQL has no year 0. */
export const calendarDay = z.iso.date(badDay).refine((day) => day >= '0001', badDay)

/** `origin` and `destination` are joined strings, as specified; the fields are optional (design/sending.md#joined-addresses). */
export const createLetterBody = z
  .object({
    content: z.string(),
    origin: z.string().max(1200),
    destination: z.string().max(1200),
    originAddress: addressFields.optional(),
    /**
     * `called` and `greeting`: replacements of `{nombre}` and `{saludo}` in the letter
     * (design/sending.md#several-recipients).
     */
    destinationAddress: addressFields
      .extend({ called: field.optional(), greeting: field.optional() })
      .optional(),
    ...looks.shape,
    /** The posting day in Spain; without one, as soon as possible (design/letter.md#posting-day). */
    postOn: calendarDay.nullable().optional(),
    /**
     * Replaces `content`, which is empty then: the account's draft with this text (design/sending.md#photos-once). Not
     * for previews.
     */
    draft: z.object({ id: z.uuid(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
    /** The draft it was made from, in the browser or the account (design/writing.md#one-draft). */
    draftId: z.uuid().optional(),
  })
  .meta({
    example: {
      content: '<p>Querido Antonio:</p><p>Te escribo desde Málaga.</p>',
      origin: 'Lucía Romero Vega, Calle Armengual de la Mota, 12, Málaga, 29007, España',
      destination: 'Antonio Pérez Molina, Calle de la Princesa, 25, Madrid, 28008, España',
    },
  })
export type CreateLetterBody = z.infer<typeof createLetterBody>

/** A returned letter, to another address; all else stays (design/letter.md#came-back). */
export const sendAgainBody = createLetterBody.pick({ destination: true, destinationAddress: true }).meta({
  example: { destination: 'Antonio Pérez Molina, Calle de la Princesa, 52, Madrid, 28008, España' },
})
export type SendAgainBody = z.infer<typeof sendAgainBody>

const priceLine = z.object({ code: z.string(), label: z.string(), cents: z.number().int() })

/** A frozen letter for the page; `id` is the specification's. `hash` is the receipt's short one. */
export const createdLetter = z.object({
  id: z.string(),
  pages: z.number().int(),
  sheets: z.number().int(),
  hash: z.string(),
  total: z.number().int(),
  lines: z.array(priceLine),
  postOn: z.string().nullable(),
  sampleRecipient: z.boolean(),
  sampleSender: z.boolean().optional(), // missing in the previous version
  /** When the account last paid an identical letter that is on its way or posted. */
  paidBefore: z.string().nullable(),
})
export type CreatedLetter = z.infer<typeof createdLetter>

export const letterId = z.object({ id: z.uuid() })
export const letterSummary = z.object({
  id: z.string(),
  access: z.enum(letterAccesses),
  state: z.enum(states),
  recipient: z.string(),
  city: z.string(),
  /** About 60 characters; empty when erased or hidden from this account. */
  firstWords: z.string(),
  pages: z.number().int(),
  sheets: z.number().int(),
  hash: z.string(),
  total: z.number().int(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  /** Whether a card was ever charged for it, even after its end or for another sum. */
  charged: z.boolean(),
  postedAt: z.string().nullable(),
  /** The chosen day; null: as soon as possible. */
  postOn: z.string().nullable(),
  /** When its batch is planned to close; may have passed. Null without a cut-off, or when it cannot be cancelled. */
  cancelUntil: z.string().nullable(),
  /** Whether its sender may report it as returned (design/letter.md#came-back). */
  returnable: z.boolean(),
  /** Its order, with the total in cents; null: paid alone. */
  order: z.object({ id: z.string(), letters: z.number().int(), total: z.number().int() }).nullable(),
})
export type LetterSummary = z.infer<typeof letterSummary>
/** Newest first; `next` is the cursor of the following page. */
export const letterPage = z.object({ letters: z.array(letterSummary), next: z.string().nullable() })
export type LetterPage = z.infer<typeof letterPage>

/**
 * A search: words of the recipient's name or city, states, days in Spain. In the body, since names do not belong in
 * URLs (design/privacy.md#letters-are-secret).
 */
export const searchLettersBody = z
  .object({
    text: z.string().max(100).optional(),
    states: z.array(z.enum(states)).max(states.length).optional(),
    from: calendarDay.optional(),
    until: calendarDay.optional(),
    cursor: z.string().max(200).optional(),
  })
  .meta({ example: { text: 'Antonio', states: ['posted'], from: '2026-11-01' } })
export type SearchLettersBody = z.infer<typeof searchLettersBody>
const linkedLetter = z.object({ id: z.string(), state: z.enum(states), createdAt: z.string() })
export const letterDetail = letterSummary.extend({
  /** Of the paid PDF, in full, for comparing. */
  sha256: z.string(),
  content: z.string(),
  ...looks.required().shape,
  signature: signature.nullable(),
  dateLine: looks.shape.dateLine.unwrap().nullable(),
  origin: addressFields,
  destination: addressFields,
  lines: z.array(priceLine),
  refunded: z.number().int(),
  /** Cents that are on their way back. */
  returning: z.number().int(),
  /** Cents that neither bank nor provider accepted; an operator takes care of them. */
  notReturned: z.number().int(),
  /** The bank's dispute about the charge, open or decided. */
  dispute: z.enum(disputeStates).nullable(),
  paidBefore: z.string().nullable(),
  cancellable: z.boolean(),
  /** Why the post returned it, as a sentence. */
  returnReason: z.string().nullable(),
  /** Its money was refunded or is disputed, so it cannot go again for the postage alone. */
  givenBack: z.boolean(),
  /** The draft it was made from. */
  draftId: z.string().nullable(),
  /** The returned letter that this one repeats, and the letter that repeats this one. */
  againOf: linkedLetter.nullable(),
  again: linkedLetter.nullable(),
  invoices: z.array(issuedInvoice),
  /** The server's clock, by which the time left is counted: the browser's may be wrong. */
  now: z.string(),
  history: z.array(
    z.object({ at: z.string(), from: z.enum(states).nullable(), to: z.enum(states), cause: z.string() }),
  ),
})
export type LetterDetail = z.infer<typeof letterDetail>

const inOrder = letterDetail.pick({ origin: true, destination: true, lines: true, paidBefore: true })
/** All letters begun together, in any state, with what paying them together must show (design/money.md#orders). */
export const order = z.object({
  letters: z.array(letterSummary.extend(inOrder.partial({ origin: true }).shape)),
})
export type Order = z.infer<typeof order>

export const changeDayBody = z
  .object({ postOn: calendarDay.nullable() })
  .meta({ example: { postOn: '2026-12-18' } })

/**
 * `letters`: all letters to pay together, including `letter_id`; without it, the letters of that letter's order.
 * `draft`: all other unpaid letters of this draft end.
 */
export const createIntentBody = z
  .object({
    letter_id: z.string().max(100),
    letters: z.array(z.uuid()).min(1).max(mostLettersOfOrder).optional(),
    draft: z.uuid().optional(),
  })
  .meta({ example: { letter_id: '3f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4' } })
/** `total`: for several letters, the charge in cents, which the page compares with what it shows. */
export const clientSecret = z
  .object({ clientSecret: z.string(), total: z.number().int().optional() })
  .meta({ example: { clientSecret: 'pi_3Q…_secret_9x…' } })
export type ClientSecret = z.infer<typeof clientSecret>

const orNull = z.string().nullable()
/** Public settings of the server for the browser. */
export const config = z.object({
  mode: z.enum(['sandbox', 'real']),
  cards: z.object({
    kind: z.enum(['sandbox', 'stripe']),
    publishableKey: z.string().optional(),
    methods: z.enum(paymentMethods).array(),
  }),
  social: z.object({ kind: z.enum(['sandbox', 'google', 'none']), clientId: z.string().optional() }),
  printColour: z.enum(printColours),
  postAhead: z.number().int(),
  /** Days without posting, besides weekends and national holidays; when batches close, null: by hand. */
  closedDays: z.array(z.iso.date()),
  cutOff: z.object({ hour: z.number().int(), minute: z.number().int() }).nullable(),
  captcha: z.object({ kind: z.enum(['altcha', 'recaptcha']), siteKey: z.string().optional() }),
  operator: z.object({ name: orNull, nif: orNull, address: orNull, email: orNull }),
  /** The price of each part, in cents, from a day in Madrid on; later days may be announced. */
  prices: z.array(z.object({ from: z.iso.date(), code: z.enum(priceCodes), cents: z.number().int() })),
})
export type Config = z.infer<typeof config>

/** The code beside `detail` when a letter is refused (422): design/sending.md#printable. */
export const letterRefusals = [
  'empty-letter',
  'letter-too-long',
  'letter-too-complex',
  'recipient-incomplete',
  'sender-incomplete',
  'recipient-not-in-spain',
  'recipient-does-not-fit',
  'address-mismatch',
  'unprintable-character',
  'picture-unreadable',
  'picture-unreachable',
  'signature-unusable',
  'reply-code-does-not-fit',
  'day-passed',
  'day-too-far',
] as const
export type LetterRefusal = (typeof letterRefusals)[number]

/** For POST /letters/preview, which needs no account and stores nothing. The body is that of POST /letters/. */
export const previewProblem = z.object({
  /**
   * `picture-remote`: fetched only when the letter is sent (design/sending.md#remote-pictures). The last four are notes
   * only.
   */
  code: z.enum([
    ...letterRefusals,
    'picture-remote',
    'picture-shows-through',
    'picture-small',
    'picture-blank',
    'text-pale',
  ]),
  detail: z.string(),
  at: z.enum(['letter', 'sender', 'recipient']),
  /** The unprintable character, in all its places. */
  character: z.string().optional(),
  /** The picture's number, from 1; a repeated picture counts once. */
  picture: z.number().int().optional(),
})
export type PreviewProblem = z.infer<typeof previewProblem>
/** `pdf=no`: only the figures are wanted. */
export const previewQuery = z.object({ pdf: z.literal('no').optional() })
/** `paper` is null when the letter cannot be typeset; `pdf` is base64, empty when not wanted; `total` in cents. */
export const preview = z.object({
  paper: z
    .object({ pages: z.number().int(), sheets: z.number().int(), grams: z.number(), pdf: z.string() })
    .nullable(),
  total: z.number().int(),
  problems: z.array(previewProblem),
})
export type Preview = z.infer<typeof preview>
