import { operatorTokenOf } from '../print-room/in-the-print-room.ts'
import type { Browser } from './browser.ts'
import { expect, isAlive, letter, openWritePage, signIn, test } from './journey.ts'

const paths = [
  '/',
  '/login',
  '/register',
  '/about-us',
  '/success',
  '/profile',
  '/my-letters',
  '/address-book',
]
const longLetter = Array.from(
  { length: 9 },
  (_, at) => `<p>Párrafo ${at + 1}. ${'Te escribo esta carta despacio. '.repeat(18)}</p>`,
).join('')

/** Whole in the window, and nothing lies over its middle. */
const isInReach = (phone: Browser, selector: string, words: string) =>
  expect
    .poll(() =>
      phone.run(
        (where, name) => {
          const all = [...document.querySelectorAll(where)]
          const one = all.find(({ textContent }) => textContent?.trim() === name)
          if (!one) return 'missing'
          const { left, top, right, bottom } = one.getBoundingClientRect()
          if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return 'outside'
          return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) || 'covered'
        },
        selector,
        words,
      ),
    )
    .toBe(true)

/** By keyboard: the driver's pointer misses where pages are drawn larger. */
async function press(phone: Browser, words: string, within = 'main') {
  await phone.find('button', words, within)
  await phone.run(
    (name, where) => {
      const buttons = [...document.querySelectorAll<HTMLElement>(`${where} button`)]
      buttons.find((one) => name === (one.ariaLabel ?? one.textContent))?.focus()
    },
    words,
    within,
  )
  await phone.press('Enter')
}

const overflow = (phone: Browser) =>
  phone.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const [width, height] of [
  [390, 844],
  [320, 640],
] as const)
  test(`on a phone of ${width} × ${height} no screen is too wide, and tools and Enviar are in reach`, async ({
    openPhone,
    server,
  }) => {
    const phone = await openPhone(width, height)
    await signIn(phone, server, `telefono-${width}@ejemplo.test`)
    for (const path of paths) {
      await phone.goto(path)
      await expect.poll(() => phone.text('h1')).not.toBe('')
      expect([path, await overflow(phone)]).toEqual([path, 0])
    }
    await press(phone, 'Menú de la cuenta', 'header')
    await isInReach(phone, '#menu > *', 'Perfil')

    await phone.run((html) => localStorage.setItem('letterContent', html), longLetter)
    await openWritePage(phone)
    await press(phone, 'Formato')
    await isInReach(phone, '[role=toolbar] button', 'Normal')
    for (const low of [false, true]) {
      // As above a keyboard.
      if (low) await phone.resize(width, 500)
      await phone.run(() => document.querySelector<HTMLElement>('.ProseMirror')?.focus())
      await phone.press('Control+End')
      await phone.type(' Un abrazo.')
      await isInReach(phone, 'button', 'Enviar')
      await isInReach(phone, '[role=toolbar] button', 'Normal')
      const caretIsClear = () =>
        phone.run(() => {
          const { top, bottom } = getSelection()!.getRangeAt(0).getBoundingClientRect()
          const tools = document.querySelector('[role=toolbar]')!.getBoundingClientRect()
          return top >= 0 && bottom <= tools.top
        })
      await expect.poll(caretIsClear).toBe(true)
    }
    expect(await letter(phone)).toMatch(/Un abrazo\. Un abrazo\.<\/p>$/)
    expect(await overflow(phone)).toBe(0)

    await phone.resize(width, height)
    await isAlive(phone)
    await press(phone, 'Enviar')
    await phone.find('textbox', 'Número de tarjeta', 'dialog[open]')
    for (const words of ['Pagar ahora', 'Cancelar']) await isInReach(phone, 'dialog[open] button', words)
    expect(await overflow(phone)).toBe(0)

    const operator = await operatorTokenOf(server, `telefono-${width}@ejemplo.test`)
    await phone.run((token) => localStorage.setItem('token', token), operator)
    await phone.goto('/print-room?ver=escanear')
    await phone.find('textbox', 'Código de la hoja')
    expect(await overflow(phone)).toBe(0)
  })
