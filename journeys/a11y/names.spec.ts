import { expect, test } from '../person/journey.ts'
import { visit } from '../person/visit.ts'

test.use({ serverName: 'a11y' })

test('header, toolbar and panel have their Spanish names in the accessibility tree (WCAG 4.1.2)', async ({
  page,
}) => {
  await visit(page, '/write')
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Formato' }).click()
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Lacre, ir al inicio"
      - button "Menú de la cuenta"
  `)
  await expect(page.getByRole('toolbar', { name: 'Formato de la carta' })).toMatchAriaSnapshot(`
    - toolbar "Formato de la carta":
      - group "Estilo de párrafo":
        - button "Heading 1"
        - button "Heading 2"
        - button "Normal" [pressed]
      - group "Letra":
        - button "Negrita"
        - button "Cursiva"
        - button "Subrayado"
        - button "Tachado"
      - group "Listas y bloques":
        - button "Lista numerada"
        - button "Lista con viñetas"
        - button "Cita"
        - button "Bloque de código"
      - group "Alineación":
        - button "Alinear a la izquierda" [pressed]
        - button "Centrar"
        - button "Alinear a la derecha"
        - button "Justificar"
      - group "Colores, enlaces y limpieza":
        - button "Color del texto"
        - button "Color de fondo"
        - button "Enlace"
        - button "Quitar formato"
  `)
  const letter = page.getByRole('textbox', { name: 'Carta' })
  await expect(letter).toHaveAttribute('aria-multiline', 'true')
  await expect(letter).toHaveAccessibleDescription(/Tabulador se sale de la carta/)
  await expect(page.getByRole('complementary', { name: 'Envío' })).toMatchAriaSnapshot(`
    - complementary "Envío":
      - term: "Fecha estimada de llegada:"
      - definition: /\\d+ de .+ de 20\\d\\d/
      - term: "Coste total:"
      - definition:
        - text: /3,29/
        - button "Ver el detalle de costes"
      - region "Remite":
        - heading "Remite" [level=2]
        - button "Editar"
      - region "Destinatario":
        - heading "Destinatario" [level=2]
        - button "Editar"
      - button "Enviar"
  `)
  // Two buttons of one name are told apart by what they describe.
  for (const block of ['Remite', 'Destinatario'])
    await expect(
      page.getByRole('region', { name: block }).getByRole('button', { name: 'Editar' }),
    ).toHaveAccessibleDescription(block)
})
