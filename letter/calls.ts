/**
 * The calls between browser and server, once: the specification's seven and what the design adds.
 * The server checks with these schemas; the browser takes only their types.
 */
import { z } from 'zod'
import { states } from './journey.ts'
import { letterAccesses } from './accounts/letter-access.ts'
import { looks, signature } from './looks/calls.ts'
import { issuedInvoice } from './price/invoice-calls.ts'
import { disputeStates, paymentMethods } from './price/payment-states.ts'
import { printColours } from './paper-profile.ts'
import { mostLettersOfOrder, priceCodes } from './price/price.ts'

/** Every failure carries `detail`, a Spanish sentence for a person; `code` is for programs. */
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
/** There is no year 0, as far as PostgreSQL is concerned. */
export const calendarDay = z.iso.date(badDay).refine((day) => day >= '0001', badDay)

/** `origin` and `destination` are joined strings, as specified; the fields are optional (design/sending.md#joined-addresses). */
export const createLetterBody = z
  .object({
    content: z.string(),
    origin: z.string().max(1200),
    destination: z.string().max(1200),
    originAddress: addressFields.optional(),
    /** `called` and `greeting`: what the letter says where its text has `{nombre}` and `{saludo}` (design/sending.md#several-recipients). */
    destinationAddress: addressFields
      .extend({ called: field.optional(), greeting: field.optional() })
      .optional(),
    ...looks.shape,
    /** The day in Spain on which it is to leave; as soon as possible without one (design/letter.md#posting-day). */
    postOn: calendarDay.nullable().optional(),
    /** Instead of `content`, which is empty then: the account's draft that has this very text (design/sending.md#photos-once). No preview has it. */
    draft: z.object({ id: z.uuid(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
    /** The draft that it is made of, in the browser or the account (design/writing.md#one-draft). */
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

/** A letter that came back, to another address; all else stays (design/letter.md#came-back). */
export const sendAgainBody = createLetterBody.pick({ destination: true, destinationAddress: true }).meta({
  example: { destination: 'Antonio Pérez Molina, Calle de la Princesa, 52, Madrid, 28008, España' },
})
export type SendAgainBody = z.infer<typeof sendAgainBody>

const priceLine = z.object({ code: z.string(), label: z.string(), cents: z.number().int() })

/** What the page needs of a frozen letter; `id` is the specification's. `hash` is the short one of the receipt. */
export const createdLetter = z.object({
  id: z.string(),
  pages: z.number().int(),
  sheets: z.number().int(),
  hash: z.string(),
  total: z.number().int(),
  lines: z.array(priceLine),
  postOn: z.string().nullable(),
  sampleRecipient: z.boolean(),
  sampleSender: z.boolean().optional(), // the version before has none
  /** When the account last paid exactly this letter, if that one is on its way or posted. */
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
  /** In some 60 characters; empty where the words are erased, or not for this reader. */
  firstWords: z.string(),
  pages: z.number().int(),
  sheets: z.number().int(),
  hash: z.string(),
  total: z.number().int(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  /** Whether money was ever taken for it, also such as came after its end or was another sum. */
  charged: z.boolean(),
  postedAt: z.string().nullable(),
  /** The day its sender chose for it; null: as soon as possible. */
  postOn: z.string().nullable(),
  /** When its batch is to be closed; it may have passed. Null where no hour is promised, or nothing paid to cancel. */
  cancelUntil: z.string().nullable(),
  /** Its sender may say that the post brought it back (design/letter.md#came-back). */
  returnable: z.boolean(),
  /** With which others it is paid, and what all of them come to in cents; null: alone. */
  order: z.object({ id: z.string(), letters: z.number().int(), total: z.number().int() }).nullable(),
})
export type LetterSummary = z.infer<typeof letterSummary>
/** Newest first; `next` is the cursor of the following page. */
export const letterPage = z.object({ letters: z.array(letterSummary), next: z.string().nullable() })
export type LetterPage = z.infer<typeof letterPage>

/**
 * What a person remembers of a letter: words of the recipient's name or city, its states, days in Spain. It travels
 * in a body, because names do not belong in addresses (design/privacy.md#letters-are-secret).
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
  /** Of the PDF that was paid: the whole one, for those who want to compare it themselves. */
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
  /** Cents that the bank or the card provider did not take back: somebody sees to them. */
  notReturned: z.number().int(),
  /** The sender's bank has claimed the charge: it decides, or has decided. */
  dispute: z.enum(disputeStates).nullable(),
  paidBefore: z.string().nullable(),
  cancellable: z.boolean(),
  /** Why the post brought it back, as a sentence. */
  returnReason: z.string().nullable(),
  /** Its money has gone back, or a bank decides about it: it is not sent again for the postage alone. */
  givenBack: z.boolean(),
  /** The draft that it was made of. */
  draftId: z.string().nullable(),
  /** The letter that came back and is sent again with this one, and the one it was sent again with. */
  againOf: linkedLetter.nullable(),
  again: linkedLetter.nullable(),
  invoices: z.array(issuedInvoice),
  /** The server's clock: the time left is counted by it, since a browser's may be wrong. */
  now: z.string(),
  history: z.array(
    z.object({ at: z.string(), from: z.enum(states).nullable(), to: z.enum(states), cause: z.string() }),
  ),
})
export type LetterDetail = z.infer<typeof letterDetail>

const inOrder = letterDetail.pick({ origin: true, destination: true, lines: true, paidBefore: true })
/** All that were begun together, whatever became of each, with what paying them together has to show (design/money.md#orders). */
export const order = z.object({
  letters: z.array(letterSummary.extend(inOrder.partial({ origin: true }).shape)),
})
export type Order = z.infer<typeof order>

export const changeDayBody = z
  .object({ postOn: calendarDay.nullable() })
  .meta({ example: { postOn: '2026-12-18' } })

/**
 * `letters`: those that are paid together, `letter_id` among them; without it, what that letter is paid with by now.
 * `draft`: all else that was prepared of this draft and is unpaid ends.
 */
export const createIntentBody = z
  .object({
    letter_id: z.string().max(100),
    letters: z.array(z.uuid()).min(1).max(mostLettersOfOrder).optional(),
    draft: z.uuid().optional(),
  })
  .meta({ example: { letter_id: '3f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4' } })
/** `total`: of an order of several, the cents it charges, so that a page sees whether that is what it shows. */
export const clientSecret = z
  .object({ clientSecret: z.string(), total: z.number().int().optional() })
  .meta({ example: { clientSecret: 'pi_3Q…_secret_9x…' } })
export type ClientSecret = z.infer<typeof clientSecret>

const orNull = z.string().nullable()
/** What the browser must know about the server it talks to. Nothing secret. */
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
  /** Days on which nothing is posted, besides weekends and national holidays; when batches are closed, null: by hand. */
  closedDays: z.array(z.iso.date()),
  cutOff: z.object({ hour: z.number().int(), minute: z.number().int() }).nullable(),
  captcha: z.object({ kind: z.enum(['altcha', 'recaptcha']), siteKey: z.string().optional() }),
  operator: z.object({ name: orNull, nif: orNull, address: orNull, email: orNull }),
  /** What each part of the price costs, in cents, from a day in Madrid on; later days may be announced. */
  prices: z.array(z.object({ from: z.iso.date(), code: z.enum(priceCodes), cents: z.number().int() })),
})
export type Config = z.infer<typeof config>

/** What the page may be told beside `detail` when a letter is refused (422): design/sending.md#printable. */
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

/** Without an account, and nothing of it is kept. The body is the one that POST /letters/ takes. */
export const previewProblem = z.object({
  /** `picture-remote`: it is brought in only when the letter is sent (design/sending.md#remote-pictures). The last four are no more than notes. */
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
  /** The one that cannot be printed; each of its occurrences is meant. */
  character: z.string().optional(),
  /** Which of the letter's pictures, from 1; one that stands twice counts once. */
  picture: z.number().int().optional(),
})
export type PreviewProblem = z.infer<typeof previewProblem>
/** `pdf=no`: only the figures are wanted. */
export const previewQuery = z.object({ pdf: z.literal('no').optional() })
/** `paper` is null when the letter cannot be set at all; `pdf` is base64, empty where it was not wanted; `total` cents. */
export const preview = z.object({
  paper: z
    .object({ pages: z.number().int(), sheets: z.number().int(), grams: z.number(), pdf: z.string() })
    .nullable(),
  total: z.number().int(),
  problems: z.array(previewProblem),
})
export type Preview = z.infer<typeof preview>
