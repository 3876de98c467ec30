import type { LetterRefusal } from '@lacre/letter/calls.ts'
import { maxPages, maxText, sheetsOf } from '@lacre/letter/content/limits.ts'
import type { Excess } from '@lacre/letter/content/reading/too-much.ts'
import type { TypesetRefusal } from '../../typesetting/typesetter.ts'

/** Why a letter is not frozen; `detail` says what to do about it. 'unavailable' says nothing about the letter. */
export type Refusal = { refused: LetterRefusal | 'unavailable'; detail: string }

const tooComplex: Refusal = {
  refused: 'letter-too-complex',
  detail:
    'El formato de su carta es demasiado complejo para imprimirlo. Simplifique las listas, las citas o los estilos.',
}

export const unavailable: Refusal = {
  refused: 'unavailable',
  detail:
    'Ahora mismo no podemos preparar su carta. Inténtelo de nuevo en un momento: no se ha perdido nada.',
}

export const emptyLetter: Refusal = {
  refused: 'empty-letter',
  detail: 'Su carta está vacía. Escriba algo antes de enviarla.',
}

export const refusalOfExcess = {
  'too-deep': tooComplex,
  'too-many-parts': tooComplex,
  'too-long': {
    refused: 'letter-too-long',
    detail: `Su carta tiene más de ${maxText.toLocaleString('es')} caracteres y no cabe en ${maxPages} páginas. Acórtela.`,
  },
} satisfies Record<Excess, Refusal>

const refusalOfSetting = {
  'recipient-does-not-fit': {
    refused: 'recipient-does-not-fit',
    detail:
      'La dirección del destinatario no cabe en la ventana del sobre. Abrevie el nombre, la calle o la ciudad.',
  },
  'too-complex': tooComplex,
  unavailable,
} satisfies Record<Exclude<TypesetRefusal['refused'], 'too-long' | 'unprintable-character'>, Refusal>

/** What the typesetter found, told to the writer (design.md#printable). */
export function refusalOfTypesetting(refusal: TypesetRefusal): Refusal {
  if (refusal.refused === 'too-long')
    return {
      refused: 'letter-too-long',
      detail: `Su carta ocupa ${refusal.pages} páginas y el máximo son ${maxPages} (${sheetsOf(maxPages)} hojas por las dos caras). Acórtela.`,
    }
  if (refusal.refused === 'unprintable-character')
    return {
      refused: 'unprintable-character',
      detail: detailOf(refusal.characters),
    }
  return refusalOfSetting[refusal.refused]
}

const where = 'de la carta o de las direcciones'

const detailOf = (characters: string[]): string =>
  characters.length === 1
    ? `No podemos imprimir el carácter ${shown(characters[0] ?? '')}, ${where}. La vista previa señala dónde está: cámbielo o bórrelo.`
    : `No podemos imprimir estos caracteres, ${where}: ${characters.map(shown).join(', ')}. La vista previa señala dónde están: cámbielos o bórrelos.`

const invisible = /^[\p{C}\p{Z}]/u
const mostNumbers = 4

/**
 * `«ก» (U+0E01)`: by its number too, since the reader's screen may show a box for it as well. What nobody can see goes
 * by its number alone, and an emoji of many parts by the first ones.
 */
export function shown(character: string): string {
  const numbers = Array.from(character).map(
    (one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
  )
  const told = numbers.slice(0, mostNumbers).join(' ') + (numbers.length > mostNumbers ? ' …' : '')
  return invisible.test(character) ? told : `«${character}» (${told})`
}
