import { vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { renderAt } from '../../testing/render-at.tsx'
import MyLetters from '../my-letters.tsx'

const ana = { ...sampleSender, name: 'Ana Ruiz' }
const luis = { ...sampleRecipient, name: 'Luis Gil' }

export const paid: LetterDetail = {
  id: '3f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4',
  access: 'full',
  state: 'paid',
  recipient: luis.name,
  city: luis.city,
  pages: 1,
  sheets: 1,
  hash: '0123456789ab',
  total: 329,
  createdAt: '2026-11-20T09:00:00Z',
  paidAt: '2026-11-20T09:01:00Z',
  charged: true,
  postedAt: null,
  postOn: null,
  cancelUntil: null,
  returnable: false,
  firstWords: 'Hola',
  order: null,
  sha256: '0123456789ab',
  content: '<p>Hola</p>',
  style: 'clasica',
  size: 'normal',
  signature: null,
  seal: false,
  replyCode: false,
  dateLine: null,
  language: 'es',
  origin: ana,
  destination: luis,
  lines: [],
  refunded: 0,
  returning: 0,
  notReturned: 0,
  dispute: null,
  paidBefore: null,
  cancellable: true,
  returnReason: null,
  givenBack: false,
  draftId: null,
  againOf: null,
  again: null,
  invoices: [],
  now: '2026-11-20T09:02:00Z',
  history: [
    { at: '2026-11-20T09:00:00Z', from: null, to: 'frozen', cause: 'sender' },
    { at: '2026-11-20T09:01:00Z', from: 'frozen', to: 'paid', cause: 'card-provider' },
  ],
}
/** Signed in, renders the screen with this letter, or with `listed`, in the list. `answers`: answers of other paths. */
export async function show(
  changes: Partial<LetterDetail>,
  searchPath = '',
  { listed, answers = {} }: { listed?: LetterDetail[]; answers?: Record<string, object> } = {},
) {
  localStorage.setItem('token', 'x'.repeat(43))
  const letter = { ...paid, ...changes }
  vi.spyOn(globalThis, 'fetch').mockImplementation((path) =>
    Promise.resolve(
      path === '/letters/search'
        ? Response.json({ letters: listed ?? [letter], next: null })
        : path === `/letters/${paid.id}`
          ? Response.json(letter)
          : typeof path === 'string' && answers[path]
            ? Response.json(answers[path])
            : Response.json({}, { status: 404 }),
    ),
  )
  return renderAt(<MyLetters />, '/my-letters', searchPath)
}
export const opened = `carta=${paid.id}`
export const buttons = () =>
  screen
    .getByRole('article')
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)
