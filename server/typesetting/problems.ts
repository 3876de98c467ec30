import { type Address, addressFields, addressLabels } from '@lacre/letter/address/address.ts'
import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { maxPages, maxText, sheetsOf } from '@lacre/letter/content/limits.ts'
import type { Excess } from '@lacre/letter/content/reading/grow-tree.ts'
import { plainText } from './text.ts'
import type { Content } from '@lacre/letter/content/tree.ts'
import { signInWords } from './sign-words.ts'
import { count, unusableSignature } from '@lacre/letter/words.ts'
import type { TypesetRefusal } from './typesetter.ts'

/** Why a letter cannot be printed, where, and what to do about it. */
export type Problem = PreviewProblem

const inLetter = (code: Problem['code'], detail: string): Problem => ({ code, detail, at: 'letter' })

export const tooComplex = inLetter(
  'letter-too-complex',
  'El formato de su carta es demasiado complejo para imprimirlo. Simplifique las listas, las citas o los estilos.',
)

export const emptyLetter = inLetter('empty-letter', 'Su carta está vacía. Escriba algo antes de enviarla.')

export const problemOfExcess = {
  'too-deep': tooComplex,
  'too-many-parts': tooComplex,
  'too-much-markup': tooComplex,
  'too-long': inLetter(
    'letter-too-long',
    `Su carta tiene más de ${maxText.toLocaleString('es')} caracteres y no cabe en ${maxPages} páginas. Acórtela.`,
  ),
} satisfies Record<Excess, Problem>

export const tooManyPictures = (count: number, most: number): Problem =>
  inLetter('letter-too-complex', `Su carta lleva ${count} imágenes y el máximo son ${most}. Quite alguna.`)

export const badSignature = inLetter('signature-unusable', unusableSignature)

export const replyDoesNotFit = inLetter(
  'reply-code-does-not-fit',
  'El remite y el destinatario son demasiado largos para el código de respuesta. Acórtelos o quite el código.',
)

export const paleText = inLetter(
  'text-pale',
  'Parte del texto tiene un color tan claro que apenas se leerá en el papel blanco.',
)

/** A problem of the picture with that number, from 1. */
export const pictureProblem = {
  unreachable: (picture: number): Problem => ({
    ...inLetter(
      'picture-unreachable',
      `No hemos podido descargar la imagen n.º ${picture} de su carta. Guárdela en su equipo e insértela de nuevo.`,
    ),
    picture,
  }),
  unreadable: (picture: number): Problem => ({
    ...inLetter(
      'picture-unreadable',
      `No se puede imprimir la imagen n.º ${picture} de su carta: está dañada o no es PNG ni JPEG. Cámbiela por otra.`,
    ),
    picture,
  }),
  remote: (picture: number): Problem => ({
    ...inLetter(
      'picture-remote',
      `La imagen n.º ${picture} está en otra página web: aquí se ve solo su hueco y se descargará al enviar la carta. Para verla ya, guárdela en su equipo e insértela de nuevo.`,
    ),
    picture,
  }),
  small: (picture: number): Problem => ({
    ...inLetter(
      'picture-small',
      `La imagen n.º ${picture} tiene pocos puntos para su tamaño y se verá borrosa. Más pequeña se verá mejor.`,
    ),
    picture,
  }),
  blank: (picture: number): Problem => ({
    ...inLetter(
      'picture-blank',
      `La imagen n.º ${picture} es blanca, o blanca sobre transparente: en el papel no se verá nada.`,
    ),
    picture,
  }),
  showsThrough: (picture: number): Problem => ({
    ...inLetter(
      'picture-shows-through',
      `La foto n.º ${picture} es oscura y ocupa todo el ancho: se transparentará un poco en el dorso de la hoja. Más pequeña se notará menos.`,
    ),
    picture,
  }),
}

export const tooLong = (pages: number): Problem =>
  inLetter(
    'letter-too-long',
    `Su carta ocupa ${pages} páginas y el máximo son ${maxPages} (${sheetsOf(maxPages)} hojas por las dos caras). Acórtela.`,
  )

const doesNotFit: Problem = {
  code: 'recipient-does-not-fit',
  detail:
    'La dirección del destinatario no cabe en la ventana del sobre. Abrevie el nombre, la calle o la ciudad.',
  at: 'recipient',
}

/** Problems found by typesetting (design/sending.md#printable). */
export function problemOfTypesetting(refusal: TypesetRefusal): Problem {
  if (refusal.refused === 'too-long') return tooLong(refusal.pages)
  if (refusal.refused === 'unprintable-character')
    return inLetter('unprintable-character', detailOf(refusal.characters))
  return refusal.refused === 'too-complex' ? tooComplex : doesNotFit
}

const where = 'de la carta o de las direcciones'

const detailOf = (characters: string[]): string =>
  characters.length === 1
    ? `No podemos imprimir ${signInWords(characters[0] ?? '')}, ${where}. La vista previa señala dónde está: cámbielo o bórrelo.`
    : `No podemos imprimir estos signos, ${where}: ${characters.map(signInWords).join(', ')}. La vista previa señala dónde están: cámbielos o bórrelos.`

const ordinals = [
  'primer',
  'segundo',
  'tercer',
  'cuarto',
  'quinto',
  'sexto',
  'séptimo',
  'octavo',
  'noveno',
  'décimo',
]
const wordsBefore = 3
const mostBefore = 40

/** `en el tercer párrafo, después de «Querida Ana, te»`: the first place, and the number of others. */
export function placeInLetter(content: Content, character: string): string {
  const paragraphs = plainText(content)
    .split('\n')
    .filter((line) => line.trim())
  const at = paragraphs.findIndex((line) => line.includes(character))
  const paragraph = paragraphs[at]
  if (paragraph === undefined) return ', en la carta'

  const ordinal = ordinals[at]
  const where = ordinal ? `, en el ${ordinal} párrafo` : `, en el párrafo ${at + 1}`
  const before = paragraph
    .slice(0, paragraph.indexOf(character))
    .trim()
    .split(/\s+/)
    .slice(-wordsBefore)
    .join(' ')
  const after = before ? `, después de «${before.slice(-mostBefore)}»` : ', al principio'
  const others = paragraphs.join('\n').split(character).length - 2
  return `${where}${after}${others ? `, y en ${count(others, 'sitio', 'sitios')} más` : ''}`
}

const ofSide = { sender: 'del remite', recipient: 'del destinatario' }

/** `, en «Ciudad» del remite`. Some fields are printed in capitals. */
export function placeInAddress(address: Address, at: keyof typeof ofSide, character: string): string {
  const field = addressFields.find((one) =>
    `${address[one]} ${address[one].toLocaleUpperCase('es')}`.includes(character),
  )
  return field ? `, en «${addressLabels[field]}» ${ofSide[at]}` : `, en los datos ${ofSide[at]}`
}

/** Why a letter cannot have the chosen day, and what to do about it. */
export const problemOfDay = (code: 'day-passed' | 'day-too-far', ahead: number): Problem => ({
  code,
  at: 'letter',
  detail:
    code === 'day-passed'
      ? 'El día de envío que eligió ya ha pasado. Elija otro, o envíela lo antes posible.'
      : `El día de envío puede ser, como mucho, dentro de ${ahead} días. Elija otro.`,
})
