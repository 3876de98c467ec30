import { readFileSync } from 'node:fs'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { writeHtml } from '../write-html.ts'
import { readHtml } from './read-html.ts'
import { createReader } from './reader.ts'

const field = (name: string) => readFileSync(new URL(`testing/field/${name}`, import.meta.url), 'utf8')

/** As the editor reads the clipboard, with the parser at hand. */
function paste(html: string) {
  const reader = createReader(true)
  new Parser({
    onopentag: (tag, said) => reader.open(tag, said),
    ontext: (text) => reader.text(text),
    onclosetag: () => reader.close(),
  }).end(html)
  return { html: writeHtml(reader.content()), losses: [...reader.losses] }
}
/** What a call with the same HTML becomes. */
const sent = (html: string) => {
  const read = readHtml(html)
  return 'content' in read ? writeHtml(read.content) : read.refused
}

const wordList =
  '<p>Querida Marta:</p><p></p><p>Para el viaje de mayo hay que llevar:</p><ul><li><p>el paraguas verde</p><ul><li><p>y su funda</p><ul><li><p>la funda de tela</p></li></ul></li></ul></li><li><p>las fotos de la boda</p></li><li><p>✓ y ganas de hablar</p></li></ul><p>Y lo haremos en este orden:</p><ol><li><p>comer</p><ol><li><p>despacio</p></li></ol></li><li><p>pasear</p></li></ol>'
const withoutConditions = (html: string) => html.replaceAll(/<!\[(?:if[^\]]*|endif)\]>/g, '')
const marks =
  '1.- 1.º 1ª 1.) [1] A.1 §_1 1.1.- Primero. Artículo_3. Cláusula_adicional_decimosegunda. ☐ ☑ þ ¨ ü û ♦ v'.split(
    ' ',
  )

test.each([
  ['Word for Windows', field('word-list-windows.html'), wordList],
  ['Word without its conditional comments', withoutConditions(field('word-list-windows.html')), wordList],
  [
    'Word for Mac, without its own properties',
    withoutConditions(field('word-list-windows.html')).replaceAll(/mso-[a-z-]+:[^;']*;?/g, ''),
    wordList,
  ],
  [
    'Outlook: numbers that go on after words',
    `<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l3 level1 lfo2'><span style='mso-list:Ignore'>1)<span>&nbsp;&nbsp; </span></span>pan</p><p class=MsoNormal>y luego</p><p class=MsoListParagraph style='mso-list:l3 level1 lfo2'><span style='mso-list:Ignore'>2)<span>&nbsp;&nbsp; </span></span>leche</p>`,
    '<ol><li><p>pan</p></li></ol><p>y luego</p><ol start="2"><li><p>leche</p></li></ol>',
  ],
  [
    'Word on the web: each item in a list of its own',
    '<div class="ListContainerWrapper"><ul class="BulletListStyle1"><li data-aria-level="1"><p class="Paragraph"><span>pan</span></p></li></ul></div><div class="ListContainerWrapper"><ul><li data-aria-level="2"><p>de pueblo</p></li></ul></div><div class="ListContainerWrapper"><ul><li data-aria-level="1"><p>leche</p></li></ul></div>',
    '<ul><li><p>pan</p><ul><li><p>de pueblo</p></li></ul></li><li><p>leche</p></li></ul>',
  ],
  [
    'Google Docs: a list inside a list, beside its item',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>pan</span></p></li><ul><li aria-level="2"><p>de pueblo</p></li></ul></ul></b>',
    '<ul><li><p>pan</p><ul><li><p>de pueblo</p></li></ul></li></ul>',
  ],
  [
    'Slack: a list for each depth',
    '<ul data-indent="0"><li data-stringify-indent="0">pan</li></ul><ul data-indent="1"><li data-stringify-indent="1">de pueblo</li></ul><ul data-indent="0"><li data-stringify-indent="0">leche</li></ul>',
    '<ul><li><p>pan</p><ul><li><p>de pueblo</p></li></ul></li><li><p>leche</p></li></ul>',
  ],
  [
    'Notion, with ticked boxes',
    '<ul class="to-do-list"><li><input type="checkbox" checked> pan</li><li><input type="checkbox" disabled> leche</li></ul>',
    '<ul><li><p>☑ pan</p></li><li><p>☐ leche</p></li></ul>',
  ],
  [
    'Google Docs, with ticked boxes',
    '<ul><li role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,AA==" width="17.6px" height="17.6px" alt="marcada" aria-roledescription="casilla" /><p style="display:inline-block"><span>pan</span></p></li></ul>',
    '<ul><li><p>☑ pan</p></li></ul>',
  ],
  [
    'a page, in letters and Roman numbers',
    '<ol type="a"><li>pan</li><li>leche<ol type="I"><li>fresca</li></ol></li></ol><ol style="list-style-type: upper-roman" start="4"><li>c</li></ol><ol type="i" start="1949"><li>d</li></ol><ol type="A" start="28"><li>e</li></ol>',
    '<p>a. pan</p><p>b. leche</p><p>I. fresca</p><p>IV. c</p><p>mcmxlix. d</p><p>AB. e</p>',
  ],
  [
    'a page, in letters where paper has them too',
    '<ol><li>pan<ol type="a" start="2"><li>de pueblo<ol type="i"><li>c</li></ol></li></ol></li></ol>',
    '<ol><li><p>pan</p><ol start="2"><li><p>de pueblo</p><ol><li><p>c</p></li></ol></li></ol></li></ol>',
  ],
  [
    'a page with numbers that jump',
    '<ol><li>a</li><li value="5">b</li><li>c</li></ol><ol start="0"><li>d</li><li>e</li></ol><ol reversed><li>f</li><li>g</li></ol>',
    '<ol><li><p>a</p></li></ol><ol start="5"><li><p>b</p></li><li><p>c</p></li></ol><p>0. d</p><ol><li><p>e</p></li></ol><ol start="2"><li><p>f</p></li></ol><ol><li><p>g</p></li></ol>',
  ],
  [
    'Word, in numbers of chapters and in letters',
    ['1.', '2.1', 'c)', 'iv.']
      .map(
        (mark, at) =>
          `<p class=MsoListParagraph style='mso-list:l${at} level1 lfo${at}'><span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp; </span></span>x</p>`,
      )
      .join(''),
    '<ol><li><p>x</p></li></ol><p>2.1 x</p><p>c) x</p><p>iv. x</p>',
  ],
  [
    'Word, in marks that paper does not have',
    marks
      .map(
        (mark) =>
          `<p class=MsoListParagraph style='mso-list:l1 level1 lfo1'><span style='mso-list:Ignore'>${mark.replaceAll('_', '\n')}<span>&nbsp;&nbsp; </span></span>x</p>`,
      )
      .join(''),
    '<p>1.- x</p><p>1.º x</p><p>1ª x</p><p>1.) x</p><p>[1] x</p><p>A.1 x</p><p>§ 1 x</p><p>1.1.- x</p><p>Primero. x</p><p>Artículo 3. x</p><p>Cláusula adicional decimosegunda. x</p><ul><li><p>☐ x</p></li><li><p>☑ x</p></li><li><p>☑ x</p></li><li><p>☐ x</p></li><li><p>✓ x</p></li><li><p>✗ x</p></li><li><p>x</p></li><li><p>x</p></li></ul>',
  ],
  [
    'a paragraph of a list without a mark',
    '<p class=MsoListParagraph style="margin-left:36pt">No es un punto, o&nbsp;sí.</p>',
    '<p>No es un punto, o sí.</p>',
  ],
])('lists of %s', (_, html, expected) => {
  expect(paste(html).html).toBe(expected)
  expect(sent(html)).toBe(expected)
})
