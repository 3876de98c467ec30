import { addressFields, addressLabels, type Address } from '@lacre/letter/address/address.ts'
import { plainText } from '@lacre/letter/content/text.ts'
import type { Content } from '@lacre/letter/content/tree.ts'
import { count } from '@lacre/letter/words.ts'

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

/** `en el tercer párrafo, después de «Querida Ana, te»`: where it stands first, and how often after that. */
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

/** `, en «Ciudad» del remite`. The paper has some fields in capitals. */
export function placeInAddress(address: Address, at: keyof typeof ofSide, character: string): string {
  const field = addressFields.find((one) =>
    `${address[one]} ${address[one].toLocaleUpperCase('es')}`.includes(character),
  )
  return field ? `, en «${addressLabels[field]}» ${ofSide[at]}` : `, en los datos ${ofSide[at]}`
}
