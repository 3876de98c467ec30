import type {
  CreatedLetter,
  LetterDetail,
  LetterPage,
  LetterSummary,
  Order,
  SearchLettersBody,
  SendAgainBody,
} from '@lacre/letter/calls.ts'
import type { FullInvoiceBody } from '@lacre/letter/price/invoice-calls.ts'
import type { InfiniteData } from '@tanstack/react-query'
import { ask } from '../api.ts'
import { queries } from '../queries.ts'

/** `onChange` gets the changed letter and a sentence for its page. */
export type Changeable = {
  letter: LetterDetail
  onChange: (letter: LetterDetail, words?: string) => void
}

/** The search travels in the body, because it names people. */
export const searchLetters = (search: SearchLettersBody) =>
  ask<LetterPage>({ path: '/letters/search', body: search, bearer: true })
/** Freezes a returned letter once more, for this address. */
export const sendAgain = (id: string, body: SendAgainBody) =>
  ask<CreatedLetter>({ path: `/letters/${encodeURIComponent(id)}/again`, body, bearer: true })
/** The sender reports that the post brought the letter back. */
export const sayItCameBack = (id: string) =>
  ask<LetterDetail>({ path: `/letters/${encodeURIComponent(id)}/came-back`, body: {}, bearer: true })
/** With all its letters, in every state. */
export const readOrder = (id: string) =>
  ask<Order>({ method: 'GET', path: `/orders/${encodeURIComponent(id)}`, bearer: true })
export const cancelOrder = (id: string) =>
  ask<Order>({ path: `/orders/${encodeURIComponent(id)}/cancel`, body: {}, bearer: true })
export const changeDay = (id: string, postOn: string | null) =>
  ask<LetterDetail>({ path: `/letters/${encodeURIComponent(id)}/day`, body: { postOn }, bearer: true })
export const cancelLetter = (id: string) =>
  ask<LetterDetail>({ path: `/letters/${encodeURIComponent(id)}/cancel`, body: {}, bearer: true })

const invoiceOf = (id: string) => `/letters/${encodeURIComponent(id)}/invoice`
export const invoicePdf = (id: string, number?: string) =>
  ask<Blob>(
    {
      method: 'GET',
      path: invoiceOf(id) + (number ? `?number=${encodeURIComponent(number)}` : ''),
      bearer: true,
    },
    (response) => response.blob(),
  )
export const requestInvoice = (id: string, body: FullInvoiceBody) =>
  ask<undefined>({ path: invoiceOf(id), body, bearer: true }, () => Promise.resolve(undefined))

/** Updates changed letters in every cached list. */
export const showChanged = (changed: readonly LetterSummary[]) =>
  queries.setQueriesData<InfiniteData<LetterPage>>(
    { queryKey: ['letters'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          letters: page.letters.map((one) => changed.find(({ id }) => id === one.id) ?? one),
        })),
      },
  )
