import { expect } from '@playwright/test'
import { signIn } from '../person/person.ts'
import { allLooks, oneLook, usualLooks } from './examine.ts'
import { heading, type Stage } from './stage.ts'
import { visit } from '../person/visit.ts'

/** The public pages, with the menu of a visitor and of a customer. */
export async function publicScenes({ page, server, look }: Stage) {
  const menu = page.getByRole('button', { name: 'Menú de la cuenta' })
  const items = page.locator('#menu > *')

  await visit(page, '/')
  await look('landing', allLooks)
  await menu.click()
  await expect(items).toHaveText(['Iniciar sesión', 'Registrarse'])
  await look('landing, menu of a visitor', oneLook)

  for (const path of ['/about-us', '/privacy-policy', '/terms-of-use']) {
    await visit(page, path)
    await page.getByRole('listitem').first().waitFor()
    await page.waitForLoadState('networkidle')
    await look(path.slice(1), path === '/terms-of-use' ? oneLook : usualLooks)
  }
  await visit(page, '/no-existe')
  await heading(page, 'Esta página no existe')
  await look('not found')

  await signIn(page, server, 'matriz@ejemplo.test')
  await visit(page, '/')
  await menu.click()
  await expect(items.last()).toHaveText('Cerrar sesión')
  await look('landing, menu of a person', allLooks)

  await visit(page, '/success')
  await heading(page, '¡Pedido realizado con éxito!')
  await look('success')
  await visit(page, '/success?redirect_status=failed')
  await heading(page, 'El pago no se ha completado')
  await look('success, payment failed', oneLook)
}
