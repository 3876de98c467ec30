import { keepInBrowser, letterOf, openWritePage, stored } from './at-the-editor.ts'
import { typeOn } from '../drafts/drafts-kept.ts'
import { allow, expect, test } from '../person/journey.ts'
import { recipient, sender } from './write-a-letter.ts'

test('[4.10] with a token the draft is replaced by the pending letter, also when another tab signs in and left the pending letter, while one writes in this one @core', async ({
  page,
  context,
  consoleErrors,
}) => {
  // The account's copy of the draft is refused like every call with this token.
  allow(consoleErrors, /status of 401/)
  await openWritePage(page)
  await typeOn(page, 'en esta pestaña')
  const other = await context.newPage()
  const pending = { content: '<p>en la otra</p>', originAddress: sender, destinationAddress: recipient }
  await keepInBrowser(other, { pendingLetter: JSON.stringify(pending), token: 'x' })
  await expect(letterOf(page)).toHaveText('en la otra')
  expect(await stored(page, 'letterContent')).toBe('<p>en esta pestaña</p>')
})
