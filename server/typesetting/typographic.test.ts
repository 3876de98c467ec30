import type { Language } from '@lacre/letter/looks/languages.ts'
import { expect, test } from 'vitest'
import { text } from './testing/letters.ts'
import { typographic } from './typographic.ts'

const set = (written: string, language: Language = 'es') =>
  typographic([text(written)], language).map((run) => ('text' in run ? run.text : ''))[0]

test.each<[string, string, Language?]>([
  ['"Hola", dijo', '“Hola”, dijo'],
  ['Dijo "hola" ("sí")', 'Dijo “hola” (“sí”)'],
  ['"Hola"', '«Hola»', 'ca'],
  ["L'àvia m'ho va dir", 'L’àvia m’ho va dir', 'ca'],
  ['"Hallo"', '„Hallo“', 'de'],
  ['"Bonjour"', '«\u202fBonjour\u202f»', 'fr'],
  ["I said 'yes', didn't I?", 'I said ‘yes’, didn’t I?', 'en'],
  ['"Dijo \'no\'".', '“Dijo ‘no’”.'],
  ['"\'Sí\'" y ya', '“‘Sí’” y ya'],
  ['\'"Sí"\'', '‘“Sí”’'],
  ['Vino -- tarde -- y se fue', 'Vino — tarde — y se fue'],
  ['Espera...', 'Espera…'],
  ['Un tubo de 12" y 5\'', 'Un tubo de 12" y 5\''],
  ['“Ya estaban” «puestas» — …', '“Ya estaban” «puestas» — …'],
  ['...............', '...............'],
  ['npm run x --force', 'npm run x --force'],
])('%s is printed as %s', (written, printed, language) => expect(set(written, language)).toBe(printed))

test('marks belong together across runs', () => {
  const runs = typographic([text('Dijo "'), text('hola', { bold: true }), text('" y ya')], 'es')
  expect(runs.map((run) => ('text' in run ? run.text : ''))).toEqual(['Dijo “', 'hola', '” y ya'])
  const french = typographic([text('Il dit "'), text('oui', { bold: true }), text('".')], 'fr')
  expect(french.map((run) => ('text' in run ? run.text : ''))).toEqual(['Il dit «\u202f', 'oui', '\u202f».'])
})
