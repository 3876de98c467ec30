import { page } from 'vitest/browser'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { type Address, sampleRecipient } from '@lacre/letter/address/address.ts'
import { cents } from '@lacre/letter/price/money.ts'
import type { Price } from '@lacre/letter/price/price.ts'
import { useAddresses } from '../write.tsx'
import { type Refusals, refusalsOf } from '../recipients/recipients.ts'
import { Several } from '../recipients/several.tsx'
import { useRecipients } from '../recipients/use-recipients.ts'
import { animationsEnd } from '../../testing/animations.ts'
import '../../styles/site.css'

const entry = (id: string, address: Address) => ({ id, version: 1, address })
export const book = ['Eva Gil', 'Marta Sanz'].map((name, n) => entry(`e${n}`, { ...sampleRecipient, name }))

/** Before each test: signed in, with two entries in the address book. */
export function withBook() {
  beforeEach(() => {
    localStorage.setItem('token', 't')
    vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ entries: book })))
  })
  afterEach(() => vi.restoreAllMocks())
}

export const onGreet = vi.fn()

function Panel({ text, refusals }: { text: () => string; refusals: Refusals }) {
  const { addresses, change } = useAddresses()
  const recipients = useRecipients(addresses, change)
  const price: Price = { lines: [], total: cents(329 * (1 + recipients.others.length)), currency: 'eur' }
  return (
    <Several recipients={recipients} refusals={refusals} price={price} letterText={text} change={onGreet} />
  )
}
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const dialog = () => page.getByRole('dialog', { name: 'Destinatarios' })
export const rows = () => dialog().getByRole('list').last().getByRole('listitem')
const nameOf = (row: Element) => row.querySelector('strong')?.textContent
export const names = () => rows().elements().map(nameOf)
export const said = () => dialog().getByRole('status')
export const first = () => JSON.parse(localStorage.getItem('destinationAddress') ?? 'null') as Address | null
/** The list of an earlier visit. */
export function keepRecipients(...names: string[]): Address[] {
  const people = names.map((name) => ({ ...sampleRecipient, name }))
  localStorage.setItem('destinationAddress', JSON.stringify(people[0]))
  localStorage.setItem('otherRecipients', JSON.stringify(people.slice(1)))
  return people
}
export const others = () => JSON.parse(localStorage.getItem('otherRecipients') ?? '[]') as Address[]

/** Opens the dialog from the panel. */
export async function open(text: string | (() => string) = '<p>Hola</p>', refusals = refusalsOf([])) {
  const drawn = await render(
    <Panel text={typeof text === 'string' ? () => text : text} refusals={refusals} />,
  )
  await page.getByRole('button', { name: /Enviar a varias personas|Ver los destinatarios/ }).click()
  await expect.element(dialog()).toBeVisible()
  await animationsEnd()
  return drawn
}
export const field = page.getByRole('textbox', { name: 'Una fila por persona' })
export const panel = page.getByText('Pegar una lista o abrir un archivo')
/** In the open panel. */
export const upload = (bytes: BlobPart, name = 'lista.csv') =>
  page
    .getByLabelText('O un archivo CSV, de Excel o de contactos:')
    .upload(new File([bytes], name, { type: 'text/csv' }))
export async function paste(text: string) {
  if (!field.query()?.checkVisibility()) await panel.click()
  await field.fill(text)
  await button('Añadir estas filas').click()
}
/** A row, an address in lines, and an unreadable line. */
export const three =
  'Ana Ruiz;Calle Larios 3;29005;Málaga\nLuis Gil\nGran Vía 10\n28013 Madrid\n\nEva Pons|Calle Mayor'
