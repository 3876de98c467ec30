import { type Language, languages } from '@lacre/letter/looks/languages.ts'
import { expect, test } from 'vitest'
import { letterOf, paragraph, paragraphs, setIn } from './testing/letters.ts'
import { readPages } from './testing/read-pdf.ts'
import { ownTypesetter } from './testing/own-typesetter.ts'

const typesetter = ownTypesetter()

/** The justified text, line by line as another program reads it. */
async function linesOf(text: string, language: Language) {
  const content = [{ ...paragraph(text), align: 'justify' as const }]
  const { pdf } = await setIn(typesetter, letterOf(content, { looks: { language }, anyLength: true }))
  const lines = new Map<string, { line: string; end: number }>()
  for (const [page, { words }] of (await readPages(pdf)).entries())
    for (const { text, size, x, y, w } of words) {
      if (size !== 12) continue
      const { line = '', end = x } = lines.get(`${page} ${y}`) ?? {}
      // A wide space is none of the words that were read.
      const isApart = x > end + 0.5 && !/\s$/.test(line) && !/^\s/.test(text)
      lines.set(`${page} ${y}`, { line: line + (isApart ? ' ' : '') + text, end: x + w })
    }
  return [...lines.values()].map(({ line }) => line.replaceAll('\u00ad', ''))
}

/** The words in which a line ends, with the place marked. */
async function divisions(text: string, language: Language) {
  const whole = new Set(text.split(' '))
  const lines = (await linesOf(text, language)).join('|')
  return [...lines.matchAll(/([^ |]+)\|([^ |]+)/gu)]
    .filter(([, end = '']) => !whole.has(end))
    .map(([, end = '', begin = '']) => `${end}|${begin.replace(/^-/, '')}`)
}

/** Each with the syllables it may be divided between; a word alone on a line or two would prove nothing. */
const syllables: Record<Language, string> = {
  es: 'ex.tra.or.di.na.ria.men.te',
  ca: 'cor.res.pon.dèn.cia',
  gl: 'al.gu.nhas ma.ra.bi.llo.sas gui.ta.rras',
  eu: 'u.ni.ber.tsi.ta.te.ko ha.rre.ma.ne.ta.ra.ko txa.ku.rra.ren.tza.ko',
  en: 'con.sti.tu.tional ex.tra.or.di.nary',
  fr: 'cons.ti.tu.tion.nelles ex.tra.or.di.nai.re.ment',
  de: 'Do.nau.dampf.schiff.fahrts.ge.sell.schaft Ver.wal.tungs.kor.re.spon.denz',
  pt: 'ma.ra.vi.lho.sa.men.te cons.ti.tu.cio.nais',
}

test.each(languages)('%s: lines are divided between its syllables, and only there', async (language) => {
  const words = syllables[language].split(' ')
  const allowed = words.flatMap((word) => {
    const parts = word.split('.')
    return parts.slice(1).map((_, at) => `${parts.slice(0, at + 1).join('')}|${parts.slice(at + 1).join('')}`)
  })
  // Shifted word by word, so that the lines end elsewhere.
  const text = Array.from(
    { length: 40 },
    (_, at) => `${'ai '.repeat(at % 5)}${words.join(' ').replaceAll('.', '')}`,
  )
  const found = await divisions(text.join(' '), language)
  expect(found.length).toBeGreaterThan(2)
  expect(found.filter((one) => !allowed.some((place) => one.includes(place)))).toEqual([])
})

test.each(['gl', 'eu', 'de', 'pt'] as const)('%s: an address is divided with no hyphen', async (language) => {
  const address = 'https://unibertsitatea.example/harremanetarako'
  const read = (await linesOf(`${address} `.repeat(20), language)).join('').replaceAll(/[ \u200b]/g, '')
  expect(read).toBe(address.repeat(20))
})

test('only lines that fill are divided, and Spanish is as it always was', async () => {
  const text = 'unibertsitatekoharreman txakurrarentzako '.repeat(20)
  const left = [paragraph(text)]
  const { pdf } = await setIn(typesetter, letterOf(left, { looks: { language: 'eu' } }))
  const words = (await readPages(pdf)).flatMap((page) => page.words).map((word) => word.text)
  for (const whole of ['unibertsitatekoharreman', 'txakurrarentzako'])
    expect(words.join(' ').split(whole), whole).toHaveLength(21)
  const spanish = letterOf(paragraphs(3))
  const same = await setIn(typesetter, { ...spanish, looks: { language: 'es' } })
  expect(same.sha256).toBe((await setIn(typesetter, spanish)).sha256)
})
