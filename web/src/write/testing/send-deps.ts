import { vi } from 'vitest'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import type { Store } from '../../storage.ts'
import type { SendDeps } from '../send.ts'

export const addresses = { originAddress: sampleSender, destinationAddress: sampleRecipient }

export const letter: CreatedLetter = {
  id: 'l1',
  pages: 1,
  sheets: 1,
  hash: 'abc',
  total: 329,
  lines: [],
  postOn: null,
  sampleRecipient: true,
  paidBefore: null,
}

/** What a browser keeps, over entries that a test can read and write itself. */
export const storeOf = (entries: Record<string, string>): Store => ({
  getItem: (key) => entries[key] ?? null,
  setItem: (key, value) => void (entries[key] = value),
  removeItem: (key) => void delete entries[key],
})

/** Somebody who is signed in, whose letters and payments the server takes. */
export const sendDeps = (changes: Partial<SendDeps> = {}) => ({
  store: storeOf({}),
  isSignedIn: () => true,
  dropToken: vi.fn(),
  createLetter: vi.fn<SendDeps['createLetter']>(() => Promise.resolve({ ok: true, body: letter })),
  createIntent: vi.fn<SendDeps['createIntent']>(() =>
    Promise.resolve({ ok: true, body: { clientSecret: 's' } }),
  ),
  copyOf: vi.fn<SendDeps['copyOf']>(() => Promise.resolve(undefined)),
  onPrepared: vi.fn(),
  isStopped: () => false,
  ...changes,
})
