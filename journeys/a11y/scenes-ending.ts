import { replyFragment } from '@lacre/letter/address/reply-code.ts'
import { signIn } from '../person/person.ts'
import { visit } from '../person/visit.ts'
import { signOn } from '../write/sign.ts'
import { recipient, sender } from '../write/write-a-letter.ts'
import { allLooks } from './examine.ts'
import type { Stage } from './stage.ts'

/** The drawer `Firma` with its dialog, and what a reply code brings. */
export async function endingScenes({ page, server, look }: Stage) {
  await signIn(page, server, 'termina@ejemplo.test')
  await visit(page, '/write')
  const drawer = page.getByRole('group', { name: 'Final de la carta' })
  const dialog = page.getByRole('dialog', { name: 'Su firma' })
  const choose = (name: string) => drawer.getByRole('button', { name, exact: true }).click()
  await page.getByRole('textbox', { name: 'Carta' }).fill('Un abrazo, Ana')
  await page.getByRole('button', { name: 'Firma, sello y código de respuesta' }).click()
  await look('ending, drawer', allLooks)

  await choose('Firma')
  await dialog.getByLabel(/Guardarla también en mi cuenta/).waitFor()
  await signOn(page, dialog.getByRole('img'))
  await look('ending, signed')
  await dialog.getByRole('button', { name: 'Usar esta firma' }).click()
  await choose('Sello')
  await choose('Código de respuesta')
  await page.getByText('Con un código de respuesta al pie').waitFor()
  await look('ending, chosen')

  await page.goto(`/write#${replyFragment({ origin: sender, destination: recipient })}`)
  const reply = page.getByRole('region', { name: '¿Contestar a la carta que ha recibido?' })
  await reply.waitFor()
  await look('reply, asked')
}
