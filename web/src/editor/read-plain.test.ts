import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import { readPlain } from './read-plain.ts'

const field = (name: string) =>
  readFileSync(new URL(`../../../letter/content/reading/testing/field/${name}`, import.meta.url), 'utf8')

describe('plain text', () => {
  test.each([
    [field('poem.txt'), '<p>Por la ventana<br>entra el olor<br>de la lluvia.</p><p>Nadie la espera.</p>'],
    [
      field('hard-wrapped-mail.txt'),
      '<p>Querido Pablo:</p><p>Te escribo porque el otro día encontré en el cajón de la cocina aquella lista que hicimos de los sitios a los que queríamos ir. Falta la mitad, pero me he reído un rato largo con tu letra.</p><p></p><p>Un abrazo,<br>Carmela</p>',
    ],
    [
      field('chat-markdown.txt'),
      '<p><strong>Querida Inés:</strong></p><p>Te mando las <em>tres</em> noticias:</p><ol><li><p><strong>La casa</strong>: ya está pintada.</p></li><li><p><strong>El perro</strong>: ha vuelto solo.</p></li></ol><ul><li><p>☑ El coche: arreglado</p></li></ul><p style="text-align: center;">* * *</p><p>Un abrazo,<br>Marcos</p>',
    ],
    ['*Hola*, _qué_ tal ~no~', '<p><strong>Hola</strong>, <em>qué</em> tal <s>no</s></p>'],
    [
      'Fecha: __/__/____ y __.__.____, **/** _-_ *sí*',
      '<p>Fecha: __/__/____ y __.__.____, **/** _-_ <strong>sí</strong></p>',
    ],
    ['*¡«sí»!* _❤_', '<p><strong>¡«sí»!</strong> <em>❤</em></p>'],
    ['5 * 3 * 2, a_b_c, y_ *', '<p>5 * 3 * 2, a_b_c, y_ *</p>'],
    ['uno\r\ndos\r\n\r\n\r\ntres\r\n', '<p>uno<br>dos</p><p></p><p>tres</p>'],
    [
      '• pan\n• leche\n\n3) a\n4) b',
      '<ul><li><p>pan</p></li><li><p>leche</p></li></ul><ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>',
    ],
    [
      '# Título\n[aquí](https://a.es/_x_/)',
      '<h1>Título</h1><p><a href="https://a.es/_x_/" rel="noopener noreferrer" target="_blank">aquí</a></p>',
    ],
    [
      '[12/11/26, 18:03:22] Ana: nos vemos el jueves en la puerta de siempre\n[12/11/26, 18:03:40] Luis: vale',
      '<p>[12/11/26, 18:03:22] Ana: nos vemos el jueves en la puerta de siempre<br>[12/11/26, 18:03:40] Luis: vale</p>',
    ],
    [
      'Ana: dime si mañana te viene bien quedar en la puerta del teatro\n[18:04, 12/11/2026] Luis: perfecto, allí estaré sin falta a las ocho',
      '<p>Ana: dime si mañana te viene bien quedar en la puerta del teatro<br>[18:04, 12/11/2026] Luis: perfecto, allí estaré sin falta a las ocho</p>',
    ],
    [
      'Vuelve la luz despacio a las ventanas de la casa de mi abuela,\nvuelve el rumor del agua por los patios donde nadie espera,\nvuelve tu nombre limpio como un pájaro que en la tarde suena.',
      '<p>Vuelve la luz despacio a las ventanas de la casa de mi abuela,<br>vuelve el rumor del agua por los patios donde nadie espera,<br>vuelve tu nombre limpio como un pájaro que en la tarde suena.</p>',
    ],
    [
      'Anduve por la orilla del verano con los zapatos en la mano\ny nadie preguntó por mi regreso',
      '<p>Anduve por la orilla del verano con los zapatos en la mano<br>y nadie preguntó por mi regreso</p>',
    ],
    ['un\u00a0espacio', '<p>un espacio</p>'],
    ['uno\vdos\u2028tres', '<p>uno<br>dos<br>tres</p>'],
    ['uno\u0085dos\u001ctres', '<p>uno<br>dos<br>tres</p>'],
    [
      '# a\n\n---\n\nb\n* * *',
      '<h1>a</h1><p style="text-align: center;">* * *</p><p>b</p><p style="text-align: center;">* * *</p>',
    ],
    ['a\n\n* * *\n\nb\n---', '<p>a</p><p>* * *</p><p>b<br>---</p>'],
    [
      '1. pan\n1. leche\n\n- a\n\n- b',
      '<ol><li><p>pan</p></li><li><p>leche</p></li></ol><ul><li><p>a</p></li><li><p>b</p></li></ul>',
    ],
    [
      '1. a\n2. b\n5. c\n\n3. d\n3. e\n4. f\n\n1. g\n\n2. h',
      '<ol><li><p>a</p></li><li><p>b</p></li></ol><ol start="5"><li><p>c</p></li></ol><ol start="3"><li><p>d</p></li></ol><ol start="3"><li><p>e</p></li><li><p>f</p></li></ol><ol><li><p>g</p></li><li><p>h</p></li></ol>',
    ],
    [
      '2) a\n1) b\n0) c\n1) d\n2) e\n01. f',
      '<ol start="2"><li><p>a</p></li></ol><ol><li><p>b</p></li></ol><p>0) c</p><ol><li><p>d</p></li><li><p>e</p></li></ol><p>01. f</p>',
    ],
    [
      '- pan\n  de pueblo\n\n1. leche\n   fresca\n2. sal\nfina\n  y más',
      '<ul><li><p>pan<br>de pueblo</p></li></ul><ol><li><p>leche<br>fresca</p></li><li><p>sal</p></li></ol><p>fina<br>  y más</p>',
    ],
    [
      '- El paraguas verde que dejaste en la entrada de la casa de tus tíos de\n  campo, con su funda\n- Las fotos',
      '<ul><li><p>El paraguas verde que dejaste en la entrada de la casa de tus tíos de campo, con su funda</p></li><li><p>Las fotos</p></li></ul>',
    ],
    [
      '- pan\n    - de pueblo\n    - de molde\n- leche\n  1. fresca',
      '<ul><li><p>pan</p><ul><li><p>de pueblo</p></li><li><p>de molde</p></li></ul></li><li><p>leche</p><ol><li><p>fresca</p></li></ol></li></ul>',
    ],
  ])('%j', (text, expected) => {
    expect(writeHtml(readPlain(text))).toBe(expected)
  })
  test('pasted without formats, signs stay characters', () => {
    expect(writeHtml(readPlain('**a**\n- b', true))).toBe('<p>**a**<br>- b</p>')
  })
  test('lines broken by the writer are not joined, however long', () => {
    const verses =
      'Aquí estoy, sentada al borde de la tarde, mirando el mar sin prisa\ny pensando en ti\nque nunca llegas cuando te espero y llegas cuando ya me he ido'
    expect(writeHtml(readPlain(verses))).toBe(`<p>${verses.replaceAll('\n', '<br>')}</p>`)
  })
})
