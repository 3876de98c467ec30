import { settings, sizes, styles, usualLooks, type Style } from '@lacre/letter/looks/looks.ts'
import { profile } from '@lacre/letter/paper-profile.ts'
import { expect, test } from 'vitest'
import { letterOf, paragraph, paragraphs, setIn, text } from './testing/letters.ts'
import { drawPage, readPages, textOf } from './testing/read-pdf.ts'
import type { LetterToSet } from './typesetter.ts'
import { ownTypesetter } from './testing/own-typesetter.ts'

const typesetter = ownTypesetter()

const set = (letter: LetterToSet) => setIn(typesetter, letter)
const fontsIn = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/[A-Z]{6}\+([\w-]+)\n/g)].map(([, name = '']) => name)

const faces: Record<Style, string> = {
  clasica: 'Lora',
  libro: 'EBGaramond',
  maquina: 'CourierPrime',
  'a-mano': 'Caveat',
}
const all = styles.flatMap((style) => sizes.map((size) => ({ style, size })))

/** Spanish, Catalan, Basque and Galician, with what one writes beside words. */
const languages = [
  'ABCDEFGHIJKLMNÑOPQRSTUVWXYZ abcdefghijklmnñopqrstuvwxyz 0123456789',
  'ÁÉÍÓÚÜ áéíóúü ¿Sí? ¡No! «Comillas» “altas” ‘simples’ — raya – guion… n.º 3.ª 1.º',
  'ÀÈÒÇÏ àèòçïl·l L·L col·legi, l’àvia; eskerrik asko; lembranzas, xa hai máis ñandús',
  '25 € · 50 % · 3 + 4 = 7 · ½ kg · 20 °C · (a) [b] & @ # * / \\ "x"',
]

test.each(all)(
  '$style, $size: all of Spanish, Catalan, Basque and Galician is in its own face, in every cut',
  async (looks) => {
    const cuts = [{}, { bold: true }, { italic: true }, { bold: true, italic: true }]
    const content = cuts.flatMap((marks) => languages.map((line) => paragraph(text(line, marks))))
    const { pdf } = await set(letterOf(content, { looks, anyLength: true }))
    const others = fontsIn(pdf).filter((name) => !name.startsWith(faces[looks.style]))
    expect(new Set(others.map((name) => name.split('-')[0]))).toEqual(new Set(['Arimo'])) // the addresses
  },
)

test.each(all)(
  '$style, $size: what its face lacks is printed in another: Greek, Russian, Arabic, Hebrew, signs, emoji, arrows',
  async (looks) => {
    const content = [paragraph('Καλημέρα. Доброе утро. عزيزتي שלום ★ ☆ ✓ ✗ ♡ ☐ ⇒ ➜ 🇪🇸 👨‍👩‍👧‍👦 ❤️ → ✔')]
    const { pdf, pages } = await set(letterOf(content, { looks }))
    expect(pages).toBe(1)
    expect(fontsIn(pdf).join()).toMatch(/NotoNaskhArabic.*|NotoColorEmoji/)
  },
)

test.each(all)(
  '$style, $size: its size and measure, from the edge on which the address stands',
  async (looks) => {
    const { pdf } = await set(letterOf(paragraphs(6), { looks }))
    const points = settings[looks.style].points[looks.size]
    const measure = settings[looks.style].measure[looks.size]
    const [page] = await readPages(pdf)
    const lines = page!.words.filter(
      ({ size, y }) => Math.abs(size - points) < 0.01 && y > profile.firstBody.y,
    )
    const left = Math.min(...lines.map(({ x }) => x))
    const right = Math.max(...lines.map(({ x, w }) => x + w))
    expect(lines.length).toBeGreaterThan(5)
    const end = profile.recipient.x + measure
    expect(left).toBeCloseTo(profile.recipient.x, 0)
    expect(right).toBeGreaterThan(end - 8)
    expect(right).toBeLessThan(end + 2.1) // commas and hyphens hang
    for (const { y } of lines) expect(y).toBeLessThanOrEqual(profile.firstBody.y + profile.firstBody.h + 0.1)
  },
)

test.each(['a-mano', 'maquina'] as const)(
  '%s has no italics: what is stressed is underlined',
  async (style) => {
    const stressed = letterOf([paragraph(text('Hola', { italic: true }))], {
      looks: { style, size: 'normal' },
    })
    const underlined = { ...stressed, content: [paragraph(text('Hola', { underline: true }))] }
    expect((await set(stressed)).sha256).toBe((await set(underlined)).sha256)
  },
)

test('a hand has one ink but for the address, date and name included; a typewriter writes the name in capitals', async () => {
  const looks = (style: Style) => ({ looks: { style } })
  const ink = await drawPage((await set(letterOf(paragraphs(3), looks('a-mano')))).pdf)
  const { w, h } = profile.page
  let blue = 0
  for (let x = 0; x < w; x += 0.3)
    for (let y = 0; y < h - 0.5; y += 0.3) {
      const isAddress = y > profile.clearZone.y && y < 100
      if (x < 15) continue
      const [red, , most] = ink(x, y)
      if (isAddress) expect(most - red, `${x},${y}`).toBeLessThan(20)
      if (isAddress) continue
      if (red < 60) expect(most, `${x},${y}`).toBeGreaterThan(80)
      if (most - red > 60) blue++
    }
  expect(blue).toBeGreaterThan(100)
  const [typed] = await readPages((await set(letterOf(paragraphs(1), looks('maquina')))).pdf)
  expect(textOf(typed)).toContain('BEGOÑA IBÁÑEZ NÚÑEZ')
})

test('one compiler sets all of them by turns, each as if it were the only one; unsaid, it is Clásica', async () => {
  const letter = letterOf(paragraphs(2))
  const first = await Promise.all(all.map((looks) => set({ ...letter, looks })))
  expect(new Set(first.map(({ sha256 }) => sha256)).size).toBe(all.length)
  const again = await Promise.all(all.map((looks) => set({ ...letter, looks })))
  expect(again.map(({ sha256 }) => sha256)).toEqual(first.map(({ sha256 }) => sha256))
  expect((await set(letter)).sha256).toBe((await set({ ...letter, looks: usualLooks })).sha256)
})
