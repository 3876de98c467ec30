import { page } from 'vitest/browser'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import { looksOf } from '@lacre/letter/looks/looks.ts'
import { KeepDialog } from './keep-dialog.tsx'

const marta = { ...sampleRecipient, name: 'Sra. Marta Roca' }
const order = { id: 'o', letters: 2, total: 658 }
const said = /El texto dice «Marta»\. Para escribir con ella a varias personas, ponga \{nombre\} en su lugar/

async function open(content: string, paidWith: typeof order | null = order) {
  const letter = { ...looksOf({}), content, destination: marta, order: paidWith }
  await render(<KeepDialog letter={letter} onKept={() => {}} onClose={() => {}} />)
  return page.getByRole('dialog')
}

test('for a letter of an order, warns about the name in its text', async () => {
  await expect.element(await open('<p>Para ti, <b>Marta</b>.</p>')).toMatchTextContent(said)
})

test.each([
  ['says no name', '<p>Queridos amigos de Martalandia:</p>', order],
  ['says it in a link only', '<p><a href="https://marta.example/Marta">Mire</a></p>', order],
  ['went to one alone', '<p>Querida Marta:</p>', null],
])('a letter that %s is stored without a warning', async (_which, content, paidWith) => {
  const dialog = await open(content, paidWith)
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog).not.toMatchTextContent(/El texto dice/)
})
