import { z } from 'zod'
import type { SeenAtPrinter } from './printer.ts'
import { statusOf } from './pingen-statuses.ts'

const letter = z.object({
  id: z.string().min(1),
  attributes: z.object({
    status: z.string(),
    file_original_name: z.string(),
    file_pages: z.number().nullish(),
    address: z.string().nullish(),
    country: z.string().nullish(),
    created_at: z.string().nullish(),
  }),
})
export type PingenLetter = z.infer<typeof letter>

const one = z.object({ data: letter })
const list = z.object({ data: z.array(letter), links: z.object({ next: z.string().nullish() }).nullish() })

export const readLetter = (body: unknown): PingenLetter | undefined => one.safeParse(body).data?.data
export const readList = (body: unknown) => list.safeParse(body).data

/** The one thing of ours that they keep with a letter and show again. */
export const fileName = (reference: string) => `${reference}.pdf`

export const seenOf = ({ id, attributes }: PingenLetter, doubled = false): SeenAtPrinter => ({
  id,
  reference: attributes.file_original_name.replace(/\.pdf$/, ''),
  status: statusOf(attributes.status),
  word: attributes.status,
  doubled,
})

const failure = z.object({ errors: z.array(z.object({ code: z.string() })).min(1) })
/** Their name of what was wrong, never their sentence: it may quote the letter. */
export const errorCode = (status: number, body: unknown): string =>
  (failure.safeParse(body).data?.errors[0]?.code ?? `http-${status}`).replace(/[^\w-]/g, '').slice(0, 60)

/** `2023-08-03T11:24:39+0200`: their zones have no colon, which no date parser need accept. */
export const instantOf = (text: string): number => Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
