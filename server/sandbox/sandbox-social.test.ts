import { expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { createSandboxSocial } from './google.ts'

test.each([
  ['Ana@ejemplo.test', true],
  ['ana@otra.test', false],
  ['ana@example.com', false],
])('%s signs in; its own mailbox: %s', async (email, authoritative) => {
  const { mint, signIn } = createSandboxSocial(testClock())
  expect(await signIn.identify((await mint(email, '')) ?? '', '')).toEqual({
    subject: `sandbox:${email.toLowerCase()}`,
    email,
    emailVerified: true,
    authoritative,
  })
})

test.each([
  'ana@gmail.com',
  'ana@ejemplo.test.com',
  'ana@example.community',
  'ana@myexample.com',
  'ana@test.es',
  '',
])('%j could be a real address: no credential', async (email) => {
  expect(await createSandboxSocial(testClock()).mint(email, '')).toBeUndefined()
})

test('a credential lasts five minutes, and only for the process that made it', async () => {
  const clock = testClock()
  const { mint, signIn } = createSandboxSocial(clock)
  const credential = (await mint('ana@ejemplo.test', '')) ?? ''
  expect(await createSandboxSocial(clock).signIn.identify(credential, '')).toBeUndefined()
  expect(await signIn.identify(credential, '')).toBeDefined()
  clock.pass(5 * 60 * 1000 + 6000) // and the five seconds clocks may differ
  expect(await signIn.identify(credential, '')).toBeUndefined()
})
