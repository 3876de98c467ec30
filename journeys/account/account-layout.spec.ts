import { box } from '../write/at-the-editor.ts'
import { authPage, openAuthPage, test } from '../person/sign-in.ts'
import { expect } from '../person/journey.ts'
import { sideways } from '../person/visit.ts'

const screens = {
  '/register': 'Crear cuenta',
  '/login': 'Iniciar sesión',
  '/forgot-password': 'Recuperar el acceso',
  '/reset-password': 'Elegir una contraseña nueva',
}
// The marketing points of the specification, section 1.
const points = ['sin distracciones', 'No pierda nunca una carta', 'A su propio ritmo']

test('[2.66] the auth screens have marketing on one side and the form on the other, stacked at 768 px or narrower', async ({
  page,
}) => {
  const marketing = page.getByRole('complementary', { name: 'Por qué Lacre' })
  const { form } = authPage(page)
  for (const [path, title] of Object.entries(screens)) {
    await openAuthPage(page, path, title)
    for (const point of points) await expect(marketing).toContainText(point)

    for (const width of [769, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const [left, right] = [await box(marketing), await box(form)]
      expect(left.right).toBeLessThanOrEqual(right.x)
      expect(left.y).toBeLessThan(right.bottom)
    }
    for (const width of [768, 480, 320]) {
      await page.setViewportSize({ width, height: 900 })
      const [below, above] = [await box(marketing), await box(form)]
      expect(above.bottom).toBeLessThanOrEqual(below.y)
      expect(await sideways(page)).toBeLessThanOrEqual(0)
    }
  }
})
