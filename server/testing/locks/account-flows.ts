import { days } from '@lacre/letter/days.ts'
import { expect } from 'vitest'
import { goodPassword, openAccounts, openAddressBook, openDrafts, otherDevice } from '../test-app.ts'
import { luis } from '../factories.ts'
import { sweepAccounts } from '../../privacy/erase.ts'

/** Registered, signed in, reset, joined and swept. */
export async function accounts() {
  const people = await openAccounts()
  await people.register('eva@ejemplo.test')
  await people.register('eva@ejemplo.test', goodPassword, 'human', otherDevice)
  const [link = ''] = await people.linksTo('eva@ejemplo.test')
  await people.verify(link)
  await people.logIn('eva@ejemplo.test')
  await people.post('/auth/forgot-password', { email: 'eva@ejemplo.test', recaptcha_token: 'human' })
  const [reset = ''] = await people.linksTo('eva@ejemplo.test', 'password-reset')
  await people.reset(reset, 'otra noche de lluvia larga')
  await people.signInSocially({ email: 'eva@ejemplo.test', authoritative: true })
  people.clock.pass(days(400))
  expect(await sweepAccounts(people.world)).toBeGreaterThan(0)
}

/** A draft and its change, a signature, a template, an address. */
export async function kept() {
  const [drafts, book] = [await openDrafts(), await openAddressBook()]
  const [ana, eva, id] = [await drafts.account(), await book.account(), drafts.newId()]
  for (const basedOn of [null, 1]) await drafts.keep(ana, id, '<p>Hola</p>', basedOn)
  await drafts.call(ana, 'PUT', '/signature', { colour: 'black', strokes: [[1, 2, 3, 4]] })
  await drafts.call(ana, 'PUT', `/templates/${drafts.newId()}`, { name: 'Navidad', content: '<p>Hola</p>' })
  await book.keep(eva, id, luis)
}
