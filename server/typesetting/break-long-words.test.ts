import { expect, test } from 'vitest'
import { addBreakOpportunitiesToCode, addBreakOpportunities, partUndivided } from './tree.ts'

const shown = (text: string) => text.replaceAll('\u200b', '|')

test.each([
  ['31 letters stay whole', 'a'.repeat(31), 'a'.repeat(31)],
  ['32 may break after each eighth', 'a'.repeat(32), 'aaaaaaaa|aaaaaaaa|aaaaaaaa|aaaaaaaa'],
  ['ordinary words are left alone', 'una palabra y otra', 'una palabra y otra'],
  [
    'an e-mail address breaks at its punctuation',
    'antonio.perez.molina@correo-electronico.example.com',
    'antonio|.perez|.molina@|correo-|electronico|.example|.com',
  ],
  [
    'a page breaks at its punctuation, and nowhere in what is shorter than 24',
    'https://www.ejemplo.es/recetas/pisto_de_la_abuela?id=1234567890#final...',
    'https://|www|.ejemplo|.es/|recetas/|pisto_|de_|la_|abuela?|id=|1234567890#|final...',
  ],
  [
    'what is longer between two of them, after each eighth',
    `${'a'.repeat(24)}/b${'c'.repeat(8)}`,
    'aaaaaaaa|aaaaaaaa|aaaaaaaa/|bcccccccc',
  ],
  ['Chinese breaks anywhere by itself', '字'.repeat(40), '字'.repeat(40)],
])('%s', (_, text, expected) => {
  expect(shown(addBreakOpportunitiesToCode(text))).toBe(expected)
})

test('a word that spans several runs is one word', () => {
  const runs = addBreakOpportunities([
    { text: 'a '.concat('b'.repeat(20)) },
    { text: 'c'.repeat(12), bold: true },
    { text: ' d' },
  ])
  expect(runs.map((run) => 'text' in run && shown(run.text))).toEqual([
    'a bbbbbbbb|bbbbbbbb|bbbb',
    'cccc|cccccccc',
    ' d',
  ])
})

test('breaks and pictures end a word', () => {
  const half = { text: 'a'.repeat(20) }
  for (const between of [{ break: true }, { picture: 'p' }] as const)
    expect(addBreakOpportunities([half, between, half])).toEqual([half, between, half])
})

test('an emoji of several people is never cut', () => {
  const family = '👨‍👩‍👧‍👦'
  expect(shown(addBreakOpportunitiesToCode(family.repeat(32)))).toBe(
    Array(4).fill(family.repeat(8)).join('|'),
  )
})

test('a tab in code is four spaces', () => {
  expect(addBreakOpportunitiesToCode('\ta')).toBe('    a')
})

test.each([
  ['en la C/ Mayor, 12', 'en la C/~Mayor, 12'],
  ['n.º 12 y N.º 3; núm. 4', 'n.º~12 y N.º~3; núm.~4'],
  [
    'el Sr. Ruiz, la Sra. Gil, D. Luis y D.ª Ana («Dña. Ana»)',
    'el Sr.~Ruiz, la Sra.~Gil, D.~Luis y D.ª~Ana («Dña.~Ana»)',
  ],
  ['1.284,50 € o 12 %; 3 kg, 20 °C', '1.284,50~€ o 12~%; 3~kg, 20~°C'],
  ['3 kgs; ABC/ Mayor; 20 casas', '3 kgs; ABC/ Mayor; 20 casas'],
  ['razón — casi siempre; —Ven —dijo', 'razón~— casi siempre; —Ven —dijo'],
])('no line ends between what belongs together: %s', (text, expected) => {
  const [run] = addBreakOpportunities([{ text }])
  expect(run).toEqual({ text: expected.replaceAll('~', '\u00a0') })
  expect(addBreakOpportunitiesToCode(text)).toBe(text)
})

test.each([
  'maria-ruiz@mi-casa.example',
  'www.casa-rural.example/la-vega',
  'https://a.es',
  'ES9121000418450200051332',
  'ES-28008-ana-b',
  'REF-ANA',
  '91-555-01-23',
  '(mi-casa.example)',
])('%s is divided by no hyphen of ours', (word) => {
  expect(partUndivided([{ text: `y ${word} ya` }])).toEqual([
    { text: 'y ' },
    { text: word, verbatim: true },
    { text: ' ' },
    { text: 'ya', verbatim: true },
  ])
})
test('an address that spans several runs is one, the end of a line is not divided, and other words are left alone', () => {
  expect(
    partUndivided([
      { text: 'a@b' },
      { text: '-c.es, ex-marido vuelve a casa', bold: true },
      { break: true },
      { text: 'fin.' },
    ]),
  ).toEqual([
    { text: 'a@b', verbatim: true },
    { text: '-c.es,', bold: true, verbatim: true },
    { text: ' ex-marido vuelve ', bold: true },
    { text: 'a\u00a0casa', bold: true, verbatim: true },
    { break: true },
    { text: 'fin.', verbatim: true },
  ])
})
