import { allow, expect, test } from '../person/journey.ts'
import { freezeLetter } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'
import { heading, openMenu, styleOf, visit } from '../person/visit.ts'
import { callServer } from '../server/call-server.ts'
import { tokenKept } from '../person/sign-in.ts'

const paths = ['/', '/write', '/register', '/login', '/verify-email', '/forgot-password', '/reset-password']
const more = ['/success', '/privacy-policy', '/terms-of-use', '/about-us', '/profile', '/no-existe']
const landing = 'Envía cartas personales de forma fácil y rápida'

test('[2.13, 2.15] logged out: the logo leads to /, the avatar button opens Iniciar sesión and Registrarse', async ({
  page,
}) => {
  await visit(page, '/about-us')
  await page.getByRole('banner').getByRole('link', { name: 'Lacre, ir al inicio' }).click()
  await expect(heading(page, landing)).toBeFocused()
  await expect(page).toHaveURL(/\/$/)

  const menu = await openMenu(page)
  await expect(menu.locator('> *')).toHaveText(['Iniciar sesión', 'Registrarse'])
  await menu.getByRole('link', { name: 'Registrarse' }).click()
  await expect(heading(page, 'Crear cuenta')).toBeFocused()
  await expect(menu).toBeHidden()
  await openMenu(page)
  await menu.getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(heading(page, 'Iniciar sesión')).toBeFocused()
})

test('[2.13, 2.14, 6.4, 6.7] logged in: Perfil and Cerrar sesión, and nothing of other roles', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'elena@ejemplo.test')
  await visit(page, '/')
  const menu = await openMenu(page)
  // The server's own addition is for every account alike (design/letter.md#my-letters).
  await expect(menu.locator('> *')).toHaveText(['Perfil', 'Mis cartas', 'Cerrar sesión'])
  await menu.getByRole('link', { name: 'Perfil' }).click()
  await expect(heading(page, 'Mi Perfil')).toBeFocused()
  await expect(page).toHaveURL(/\/profile$/)
})

test('[4.17] logging out removes the token, closes the menu, goes to /, and the server forgets it too', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'pilar@ejemplo.test')
  await visit(page, '/about-us')
  const menu = await openMenu(page)
  const told = page.waitForResponse((answer) => answer.url().endsWith('/auth/logout'))
  await menu.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(heading(page, landing)).toBeFocused()
  await expect(page).toHaveURL(/\/$/)
  await expect(menu).toBeHidden()
  expect(await tokenKept(page)).toBeNull()
  expect((await told).ok()).toBe(true)
  expect((await callServer(server, token, '/account')).status).toBe(401)
})

test('[2.16] the footer leads to the three static pages by their English labels', async ({ page }) => {
  await visit(page, '/')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link')).toHaveText(['About', 'Privacy policy', 'Terms of use'])
  for (const [label, path, title] of [
    ['About', '/about-us', 'Quiénes somos'],
    ['Privacy policy', '/privacy-policy', 'Política de privacidad'],
    ['Terms of use', '/terms-of-use', 'Términos de uso'],
  ] as const) {
    await footer.getByRole('link', { name: label }).click()
    await expect(heading(page, title)).toBeFocused()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test('[2.17, 9.10] header, screen and footer are at most 1300 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 1800, height: 900 })
  await visit(page, '/')
  for (const part of ['header', 'main', 'footer > div']) {
    const [width, left, right] = await page
      .locator(part)
      .first()
      .evaluate((element) => {
        const [own, whole] = [element.getBoundingClientRect(), document.body.getBoundingClientRect()]
        return [own.width, own.left, whole.right - own.right]
      })
    expect([part, width]).toEqual([part, 1300])
    expect(left).toBe(right)
  }
})

test('[2.18, 9.9] at 768 px the layout stacks and has less padding, at 769 px not yet', async ({ page }) => {
  await visit(page, '/')
  const look = async () => ({
    footer: await styleOf(page, 'footer > div', 'flex-direction'),
    main: Number.parseFloat(await styleOf(page, 'main', 'padding-left')),
    header: Number.parseFloat(await styleOf(page, 'header', 'padding-left')),
  })
  await page.setViewportSize({ width: 769, height: 900 })
  const wide = await look()
  await page.setViewportSize({ width: 768, height: 900 })
  const narrow = await look()
  expect([wide.footer, narrow.footer]).toEqual(['row', 'column'])
  expect(narrow.main).toBeLessThan(wide.main)
  expect(narrow.header).toBeLessThan(wide.header)
})

test('on a phone with text at 200 % no screen scrolls sideways, and nothing becomes a column of syllables', async ({
  page,
  server,
  consoleErrors,
}) => {
  const token = await signIn(page, server, 'lupe@ejemplo.test')
  await freezeLetter(server, token, { to: { name: 'Maximiliana Constantinopolitana de Villahermosa' } })
  await page.setViewportSize({ width: 390, height: 844 })
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  const faults: string[] = []
  for (const path of [...paths, ...more, '/my-letters', '/address-book', '/success?redirect_status=failed']) {
    await visit(page, path)
    if (path === '/my-letters') await page.getByText('Maximiliana').waitFor()
    const found = await page.evaluate(() => {
      const linesOf = (text: Node, from: number, to: number) => {
        const range = document.createRange()
        range.setStart(text, from)
        range.setEnd(text, to)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      }
      const { scrollWidth, clientWidth } = document.documentElement
      const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth}px too wide`] : []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const words = text.textContent ?? ''
        const lines = linesOf(text, 0, words.length)
        if (lines > 2 && words.length / lines < 5) found.push(`${lines} lines: ${words}`)
        if (!text.parentElement?.closest('h1, h2')) continue
        // Longer ones are hyphenated, where the browser knows how.
        for (const { index, 0: word } of words.matchAll(/\S+/g))
          if (word.length < 14 && linesOf(text, index, index + word.length) > 1) found.push(`broken: ${word}`)
      }
      return found
    })
    faults.push(...found.map((fault) => `${path}: ${fault}`))
  }
  expect(faults).toEqual([])
  allow(consoleErrors, /status of (404|400)/)
})
