import { afterEach, expect, test, vi } from 'vitest'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { keepAddress, loadAddresses } from './kept-addresses.ts'
import { stubStorage } from './testing/stub-storage.ts'

afterEach(() => void vi.unstubAllGlobals())

const ana = { ...sampleRecipient, name: 'Ana' }
const eva = { ...sampleRecipient, name: 'Eva' }
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
  stubStorage(entries)
  expect(loadAddresses().destinationAddress).toEqual(recipient)
})

test('a change is saved at once, also in the pending letter', () => {
  const entries = stubStorage({ pendingLetter: pending })
  keepAddress('destinationAddress', ana)
  expect(JSON.parse(entries.destinationAddress ?? '')).toEqual(ana)
  expect(loadAddresses().destinationAddress).toEqual(ana)
})

test('without a pending letter none is made', () => {
  const entries = stubStorage()
  keepAddress('originAddress', ana)
  expect(Object.keys(entries)).toEqual(['originAddress'])
})
