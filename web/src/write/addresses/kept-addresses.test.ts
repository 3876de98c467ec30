import { expect, test } from 'vitest'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { keepAddress, loadAddresses } from './kept-addresses.ts'

const ana = { ...sampleRecipient, name: 'Ana' }
const eva = { ...sampleRecipient, name: 'Eva' }
const storeOf = (entries: Record<string, string>) => ({
  getItem: (key: string) => entries[key] ?? null,
  setItem: (key: string, value: string) => void (entries[key] = value),
  removeItem: (key: string) => void delete entries[key],
})
const pending = JSON.stringify({ content: '', originAddress: sampleSender, destinationAddress: eva })

test.each([
  ['the pending letter', { pendingLetter: pending, destinationAddress: JSON.stringify(ana) }, eva],
  ['what was saved', { destinationAddress: JSON.stringify(ana) }, ana],
  ['the sample', {}, sampleRecipient],
  [
    'the sample, when what was saved is no address',
    { destinationAddress: '{"name":"Ana"}' },
    sampleRecipient,
  ],
  ['the sample, when what was saved is no JSON', { destinationAddress: '{' }, sampleRecipient],
])('the recipient on load is %s (specification, section 4)', (_, entries, recipient) => {
  expect(loadAddresses(storeOf(entries)).destinationAddress).toEqual(recipient)
})

test('a change is saved at once, and the pending letter learns of it', () => {
  const entries: Record<string, string> = { pendingLetter: pending }
  keepAddress(storeOf(entries), 'destinationAddress', ana)
  expect(JSON.parse(entries.destinationAddress ?? '')).toEqual(ana)
  expect(loadAddresses(storeOf(entries)).destinationAddress).toEqual(ana)
})

test('without a pending letter none is made', () => {
  const entries: Record<string, string> = {}
  keepAddress(storeOf(entries), 'originAddress', ana)
  expect(Object.keys(entries)).toEqual(['originAddress'])
})
