import { seconds } from '@lacre/letter/days.ts'
import { spanishMobile, type PaymentMethod } from '@lacre/letter/price/payment-states.ts'
import { confirmationOf, noAnswer, type Confirmation, type ConfirmAnswer } from './card-form.ts'
import type { Verdict } from './cards-challenge.tsx'

const timeLimit = seconds(30)
/** A wallet pays with the card in it, and asks whoever holds the telephone. */
const cardInWallet = '4000002500003155'

export type Written = { method: PaymentMethod; number: string; expiry: string; cvc: string; phone: string }

/** Refusals in the words the real provider's form would use before it asks anybody. */
function incomplete({ method, number, expiry, cvc, phone }: Written): string | undefined {
  if (method === 'bizum')
    return spanishMobile(phone) ? undefined : 'Escriba un teléfono móvil español: nueve cifras.'
  if (method === 'wallets') return undefined
  if (number.replace(/\D/g, '').length < 13) return 'El número de la tarjeta está incompleto.'
  if (!/^(0?[1-9]|1[0-2])\s*\/?\s*\d{2}(\d{2})?$/.test(expiry.trim()))
    return 'La fecha de caducidad está incompleta.'
  if (!/^\d{3,4}$/.test(cvc.trim())) return 'El código de seguridad está incompleto.'
  return undefined
}

const withWhat = ({ method, number, phone }: Written) =>
  method === 'bizum' ? { phone } : { card: method === 'card' ? number : cardInWallet }

async function ask(body: object): Promise<ConfirmAnswer> {
  const response = await fetch('/sandbox/cards/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeLimit),
  })
  return (await response.json()) as ConfirmAnswer
}

/** One payment in the sandbox. `decide` asks whoever pays; who leaves that open may still be charged or not. */
export async function payInSandbox(
  clientSecret: string,
  written: Written,
  decide: (method: PaymentMethod) => Promise<Verdict>,
): Promise<Confirmation> {
  const message = incomplete(written)
  if (message) return { is: 'refused', message }
  const payment = { client_secret: clientSecret, ...withWhat(written) }
  try {
    const answer = await ask(payment)
    if (answer.paymentIntent?.status !== 'requires_action') return confirmationOf(answer)
    const challenge = await decide(written.method)
    return confirmationOf(challenge === 'leave' ? answer : await ask({ ...payment, challenge }))
  } catch {
    return { is: 'refused', message: noAnswer }
  }
}
