import { cents, inEuros } from '@lacre/letter/money.ts'
import { linkTo, type Draft, type House } from '../draft.ts'
import type { MailData } from '../queue-mail.ts'

export function cancelled({ letterId, refunded }: MailData['cancelled'], house: House): Draft {
  const amount = cents(Number(refunded))
  const money = amount
    ? `Devolvemos ${inEuros(amount)} a la tarjeta con la que pagó. Según el banco, puede tardar entre cinco y diez días en verlo en su cuenta.`
    : 'No se le ha cobrado nada.'
  return {
    subject: 'Su carta se ha cancelado',
    parts: [
      { says: 'Hola:' },
      { says: `Su carta se ha cancelado y no se enviará. ${money}` },
      { table: [['Pedido', letterId]] },
      { link: linkTo(house, '/write'), label: 'Escribir otra carta' },
    ],
  }
}
