import type { Page } from '@playwright/test'
import { callsTo, authPage, expectConsoleError, letLinkExpire, test, tokenKept } from '../person/sign-in.ts'
import type { Server } from '../server/server.ts'
import { allow, expect } from '../person/journey.ts'
import { linkFromMail, register, signOut } from '../person/person.ts'
import { hold } from '../person/visit.ts'

// Its own: it signs up more often than an hour allows together with others.
test.use({ serverName: 'account-verification' })

const password = 'una frase bastante larga'
const sentText = 'If your email is registered, you will receive a new verification link shortly.'
const failedText = 'An error occurred. Please try again later.'

async function linkOfRegistration(page: Page, server: Server, email: string): Promise<string> {
  await page.goto('/register')
  await register(page, { email, password })
  return linkFromMail(server, email, /confirm/i)
}

/** Presses Request New Link, writes the address into the prompt (or cancels it) and hears what the alert says. */
async function requestNewLink(page: Page, email: string | null): Promise<string[]> {
  const said: string[] = []
  const alerted = Promise.withResolvers<void>()
  page.on('dialog', (dialog) => {
    said.push(`${dialog.type()}: ${dialog.message()}`)
    if (dialog.type() === 'alert' || email === null) alerted.resolve()
    void (email === null ? dialog.dismiss() : dialog.accept(dialog.type() === 'prompt' ? email : undefined))
  })
  await page.getByRole('button', { name: 'Request New Link' }).click()
  await alerted.promise
  page.removeAllListeners('dialog')
  return said
}

test('[2.5, 2.67, 2.68, 2.69, 3.25, 4.21, 4.22, 7.5] the link of the mail: verifying with a spinner, verified, and already verified the second time @core', async ({
  page,
  server,
}) => {
  const link = await linkOfRegistration(page, server, 'lucia@ejemplo.test')
  const token = new URL(link).searchParams.get('token')
  // A scanner that only opens the link proves nothing (design/accounts.md#links-act-by-post): the link answers a page, and that
  // is all.
  expect((await fetch(link)).status).toBe(200)
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(200)

  const calls = callsTo(page, '/auth/verify-email')
  const release = await hold(page, '**/auth/verify-email')
  const at = authPage(page)
  const main = page.getByRole('main')
  await page.goto(link)
  await expect(at.title).toHaveText('Verifying your email...')
  const screen = main.locator('section')
  await expect(screen).toHaveAttribute('lang', 'en')
  await expect(screen).toHaveAttribute('aria-busy', 'true')
  const spinner = screen.locator('div[aria-hidden=true]')
  await expect(spinner).toBeVisible()
  expect(await spinner.evaluate((element) => element.getAnimations().length)).toBe(1)
  // Out of the address bar at once: addresses are copied, logged and kept in the history.
  await expect(page).toHaveURL(`${server.url}/verify-email`)

  release()
  await expect(at.title).toHaveText('Email Verified!')
  await expect(at.title).toBeFocused()
  await expect(spinner).toHaveCount(0)
  expect(calls.map((call) => [call.method(), call.postDataJSON() as unknown])).toEqual([['POST', { token }]])
  // Here registering has signed in, and /login has nothing to ask.
  await main.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL(/\/write$/)

  for (const again of [() => page.goto(link), () => page.reload(), () => page.goto(link)]) {
    await again()
    await expect(at.title).toHaveText('Email Already Verified')
    await expect(page).toHaveURL(`${server.url}/verify-email`)
  }
  await expect(main).not.toContainText('Request New Link')
  await signOut(page)
  await main.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('[2.70, 2.72, 3.26, 4.23, 7.6] an expired link: Request New Link asks for the address, says so in an alert, and the new link works', async ({
  page,
  server,
  consoleErrors,
}) => {
  const email = 'manuela@ejemplo.test'
  const link = await linkOfRegistration(page, server, email)
  await letLinkExpire(server, link)
  const at = authPage(page)
  await page.goto(link)
  await expect(at.title).toHaveText('Verification Link Expired')
  await expectConsoleError(consoleErrors, /400/)
  await expect(page.getByRole('main')).not.toContainText('Go to Homepage')

  const calls = callsTo(page, '/auth/request-verification')
  expect(await requestNewLink(page, null)).toEqual(['prompt: Please enter your email address:'])
  expect(calls).toEqual([])
  expect(await requestNewLink(page, ` ${email} `)).toEqual([
    'prompt: Please enter your email address:',
    `alert: ${sentText}`,
  ])
  expect(calls.map((call) => call.postDataJSON() as unknown)).toEqual([{ email }])

  await expect(async () => {
    const mails = (await server.mailbox()).filter(({ to }) => to === email)
    expect(mails).toHaveLength(2)
  }).toPass()
  const second = await linkFromMail(server, email, /confirm/i)
  expect(second).not.toBe(link)
  await page.goto(second)
  await expect(at.title).toHaveText('Email Verified!')
})

test('a one-time token leaves the address before anything else is loaded, and is never sent as a referrer', async ({
  page,
  consoleErrors,
}) => {
  allow(consoleErrors, /ERR_FAILED|Failed to fetch/) // the page's own files
  const referrers: (string | undefined)[] = []
  page.on('request', (request) => referrers.push(request.headers()['referer']))
  await page.route('**/assets/**', (route) => route.abort())
  for (const path of ['/verify-email', '/reset-password']) {
    const answer = await page.goto(`${path}?token=inventado`, { waitUntil: 'commit' })
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    expect(await page.evaluate(() => history.state as unknown)).toEqual({ token: 'inventado' })
  }
  expect(referrers.filter(Boolean)).toEqual([])
})

test('[2.71, 4.24] without its token a link is Verification Failed, with the ways on', async ({ page }) => {
  const at = authPage(page)
  const calls = callsTo(page, '/auth/verify-email')
  await page.goto('/verify-email')
  await expect(at.title).toHaveText('Verification Failed')
  await expect(at.title).toBeFocused()
  expect(calls).toEqual([])

  await expect(page.getByRole('button', { name: 'Request New Link' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Homepage' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('[2.72, 8.7] a request for a new link that fails says so in an alert, and can be made again', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/verify-email')
  expect((await requestNewLink(page, 'sin arroba')).at(-1)).toBe(`alert: ${failedText}`)
  await expectConsoleError(consoleErrors, /400/)

  // The answer does not tell whether there is an account.
  expect((await requestNewLink(page, 'nadie@ejemplo.test')).at(-1)).toBe(`alert: ${sentText}`)
})

test('in another browser the link asks for the password of the sign-up, and proves nothing without it (design/accounts.md#claims) @core', async ({
  page,
  server,
  consoleErrors,
  browser,
}) => {
  const link = await linkOfRegistration(page, server, 'rosa@ejemplo.test')
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } })
  const elsewhere = await context.newPage()
  await elsewhere.goto(link)
  const at = authPage(elsewhere)
  const main = elsewhere.getByRole('main')
  await expect(main).toContainText('You did not sign up in this browser.')
  await expect(at.title).toBeFocused()
  await expect(main).toContainText('nothing has changed')
  const send = main.getByRole('button', { name: 'Verify' })
  await main.getByLabel('Password').fill('no era esta')
  await send.click()
  await expect(main.getByRole('alert')).toHaveText(
    'That is not the password of this sign-up. Nothing has changed.',
  )
  await main.getByLabel('Password').fill(password)
  await send.click()
  await expect(at.title).toHaveText('Email Verified!')
  expect(await tokenKept(elsewhere)).toBeNull()
  await context.close()

  await page.goto(link)
  await expect(authPage(page).title).toHaveText('Email Already Verified')
  expect(consoleErrors).toEqual([])
})
