import { afterAll, beforeAll, expect, test } from 'vitest'
import { papers } from '@lacre/letter/paper-profile.ts'
import { createTypesetter } from '../pool/pool.ts'
import { letterOf, paragraphs } from '../testing/letters.ts'
import { drawPage, isInk, readPages, textOf } from '../testing/read-pdf.ts'
import type { LetterToSet, SetLetter, Typesetter } from '../typesetter.ts'

let typesetter: Typesetter
beforeAll(() => {
  typesetter = createTypesetter({ size: 1 })
})
afterAll(() => typesetter.close())

const recipient = [
  'CONCEPCIÓN MUÑOZ PEÑALVER',
  'RESIDENCIA LOS ALMENDROS',
  'CALLE DE LA CONSTITUCIÓN 48 2º A',
  '06700 VILLANUEVA DE LA SERENA',
  'BADAJOZ',
  'SPAIN',
]
const letter = letterOf(paragraphs(8), { sheetCode: 'CX1.A', paper: 'PINGEN-1', recipient })

async function set(given: LetterToSet): Promise<SetLetter> {
  const answer = await typesetter.set(given)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer
}

test('where they stamp there is no ink, whatever the sender is called (profile PINGEN-1)', async () => {
  const sender = Array.from({ length: 6 }, () => 'Á'.repeat(180))
  const colourAt = await drawPage((await set({ ...letter, sender })).pdf)
  let stray = 0
  for (let x = 20; x <= 109.5; x += 0.2)
    for (let y = 40; y <= 60; y += 0.2) if (isInk(colourAt(x, y))) stray++
  expect(stray).toBe(0)
})

test('six lines with the country stand where they read the address (profile PINGEN-1)', async () => {
  const [page] = await readPages((await set(letter)).pdf)
  const { x, y, w, h } = papers['PINGEN-1'].alwaysVisible
  for (const line of recipient) {
    const word = page!.words.find(({ text }) => text === line)!
    expect(word.x).toBeGreaterThan(x)
    expect(word.x + word.w).toBeLessThan(x + w)
    expect(word.y).toBeGreaterThan(y)
    expect(word.y).toBeLessThan(y + h)
  }
  expect(textOf(page)).not.toContain('Rte.')
})

test('one compiler sets both papers by turns, each as if it were the only one', async () => {
  const own: LetterToSet = { ...letter, paper: 'ES-IZQ-1' }
  const [first, theirs, again] = [await set(own), await set(letter), await set(own)]
  expect(again.sha256).toBe(first.sha256)
  expect(theirs.sha256).not.toBe(first.sha256)
  expect((await set(letter)).sha256).toBe(theirs.sha256)
  const { paper: _paper, ...unsaid } = own
  expect((await set(unsaid)).sha256).toBe(first.sha256)
})
