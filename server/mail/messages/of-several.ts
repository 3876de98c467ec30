import { orderNumber } from '@lacre/letter/order-number.ts'
import { linkTo, type Branding, type Part } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'

/** The letters a message is about. */
export const lettersOf = ({ letterId, others }: Omit<MailData['posted'], 'arrival'>): string[] => [
  letterId,
  ...(JSON.parse(others ?? '[]') as string[]),
]

export const orderRows = (letters: string[]): [label: string, value: string][] =>
  letters.map((id) => ['Pedido', orderNumber(id)])

export const linkToLetters = (branding: Branding, letters: string[]): Part =>
  letters.length === 1
    ? { link: linkTo(branding, `/my-letters?carta=${letters[0]}`), label: 'Ver la carta' }
    : { link: linkTo(branding, '/my-letters'), label: 'Ver las cartas' }
