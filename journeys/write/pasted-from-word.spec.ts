import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allow, expect, test } from '../person/journey.ts'
import { payWith, signIn } from '../person/person.ts'
import { textOf, piecesOf } from '../person/pdf.ts'
import { keepInBrowser, letterOf, openWritePage, paste, paymentOf, sendOf } from './at-the-editor.ts'
import { pastePhoto, keptLetter } from './write-a-letter.ts'
import { lettersOf } from '../person/paid-letter.ts'
import { pdfOf } from '../print-room/in-the-print-room.ts'

const field = (name: string) =>
  readFileSync(new URL(`../../letter/content/reading/testing/field/${name}`, import.meta.url), 'utf8')
const fragment = (name: string) =>
  field(name).split('<!--StartFragment-->')[1]!.split('<!--EndFragment-->')[0]!
const [head] = field('word-list-windows.html').split('<!--StartFragment-->')
const paragraph = (words: string, style = '') =>
  `<p class=MsoNormal style='${style}'>${words}<o:p></o:p></p>\r\n`
const cell = (words: string) =>
  `<td width=201 valign=top style='width:150.8pt;border:solid windowtext 1.0pt;mso-border-alt:solid windowtext .5pt;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal style='margin-bottom:0cm;line-height:normal'>${words}<o:p></o:p></p></td>`
const table = (rows: string[][]) =>
  `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt;mso-yfti-tbllook:1184'>${rows
    .map((row) => `<tr style='mso-yfti-irow:0'>${row.map(cell).join('')}</tr>`)
    .join('')}</table>\r\n`
const picture = `<p class=MsoNormal><!--[if gte vml 1]><v:shape id="Imagen_x0020_1" o:spid="_x0000_i1025" type="#_x0000_t75" style='width:200pt;height:120pt;visibility:visible'><v:imagedata src="file:///C:/Users/irene/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" o:title=""/></v:shape><![endif]--><![if !vml]><img width=267 height=160 src="file:///C:/Users/irene/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" v:shapes="Imagen_x0020_1"><![endif]><o:p></o:p></p>\r\n`
const reason =
  'Le escribimos en relación con las obras de la finca, que comenzaron el pasado 3 de febrero y que, según el informe de la empresa, se alargarán hasta finales de junio<a style=\'mso-footnote-id:ftn1\' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style=\'mso-special-character:footnote\'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style=\'font-size:11.0pt\'>[1]</span></span><![endif]></span></span></a>. Durante ese tiempo el acceso por la calle <b>Álamo</b> permanecerá cerrado y habrá que entrar por el patio. '
const more =
  'La comunidad ha acordado repartir el coste entre todos los propietarios según su cuota, como se hizo con la reforma del ascensor en&nbsp;2019, y abonarlo en tres plazos iguales a lo largo del año. '
const html =
  `${head}<!--StartFragment-->` +
  paragraph('Madrid, a 12 de marzo de 2026', 'text-align:right') +
  paragraph("<b style='mso-bidi-font-weight:normal'><u>Asunto: obras de la finca</u></b>") +
  fragment('word-comments-and-changes.html').split("<div style='mso-element:comment-list'>")[0] +
  paragraph(reason + more, 'text-align:justify') +
  fragment('word-list-windows.html').slice(
    fragment('word-list-windows.html').indexOf('<p class=MsoListParagraphCxSpFirst'),
  ) +
  paragraph('Los plazos son estos:') +
  table([
    ['<b>Plazo</b>', '<b>Fecha</b>', '<b>Importe</b>'],
    ['Primero', '1 de abril', '120,50&nbsp;€'],
    ['Segundo', '1 de julio', '120,50&nbsp;€'],
    ['Tercero', '1 de octubre', '121,00&nbsp;€'],
  ]) +
  picture +
  Array.from({ length: 1 }, () => paragraph(more + more, 'text-align:justify')).join('') +
  paragraph('Superficie: 35 m<sup>2</sup>. Atentamente,') +
  paragraph('Irene Robles') +
  fragment('word-comments-and-changes.html').split('le esperamos el lunes.<o:p></o:p></p>')[1] +
  '<div style=\'mso-element:footnote-list\'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style=\'mso-element:footnote\' id=ftn1><p class=MsoFootnoteText><a style=\'mso-footnote-id:ftn1\' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference><span style=\'mso-special-character:footnote\'><![if !supportFootnotes]><span class=MsoFootnoteReference>[1]</span><![endif]></span></span></a> Informe de enero.<o:p></o:p></p></div></div>' +
  '<!--EndFragment--></body></html>'

test('a letter from Word is pasted, looked at, paid and printed without what its writer does not see', async ({
  page,
  server,
  consoleErrors,
}) => {
  // Word's clipboard brings handlers and a style sheet, which the page's policy keeps out.
  allow(consoleErrors, /inline (event handler|style)/)
  const token = await signIn(page, server, 'word@ejemplo.test')
  await keepInBrowser(page, keptLetter())
  await openWritePage(page)
  await letterOf(page).click()
  await paste(page, { html })
  await expect(
    page.getByText(/la tabla ha quedado en líneas.*lo borrado no han pasado.*falta alguna imagen/),
  ).toBeVisible()
  await expect(letterOf(page).locator('ul ul ul')).toHaveText('la funda de tela')
  await letterOf(page).press('Control+End')
  await pastePhoto(page)
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await expect(page.getByRole('region', { name: 'Página 2 de 2' })).toContainText('Irene Robles')

  await sendOf(page).click()
  await expect(paymentOf(page).getByLabel('Número de tarjeta')).toBeVisible()
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/success$/)
  const [paid] = await lettersOf(server, token)
  const file = join(server.dataDir, 'word.pdf')
  writeFileSync(file, await pdfOf(server, { ...paid!, token }))
  const [first = [], ...others] = await piecesOf(file)
  expect(others).toHaveLength(1)
  const date = first.find(({ text }) => text.includes('12 de marzo'))!
  const line = first.filter(({ y }) => Math.abs(y - date.y) < 0.1)
  expect(Math.max(...line.map(({ x, width }) => x + width))).toBeCloseTo(171, 0)
  const text = await textOf(file)
  for (const seen of [
    'Estimado señor Ibarra: le agradecemos su paciencia y le esperamos el lunes.',
    '• el paraguas verde – y su funda · la funda de tela • las fotos',
    '1. comer a. despacio 2. pasear',
    'Segundo · 1 de julio · 120,50 €',
    'finales de junio¹',
    '35 m²',
  ])
    expect(text).toContain(seen)
  expect(text).not.toMatch(/nunca paga|Seguro que|IR1|[§ü]/)
})
