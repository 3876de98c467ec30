import './provider-policy.ts'
import { seconds } from '@lacre/letter/days.ts'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { PaymentMethod } from '@lacre/letter/price/payment-states.ts'
import type { PaymentWalletsOption } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import {
  readConfirmation,
  noAnswer,
  notLoaded,
  type CardFormProps,
  type Cards,
  type Confirmation,
} from './card-form.ts'

const loadLimit = seconds(30)

const timeout = () => new Promise<null>((passed) => setTimeout(passed, loadLimit, null))

/** The real provider. Its script loads from its site when the payment opens. @throws when it does not load */
export async function stripeCards(publishableKey: string, methods: PaymentMethod[]): Promise<Cards> {
  const stripe = await Promise.race([loadStripe(publishableKey, { locale: 'es' }), timeout()])
  const shown = methods.includes('wallets') ? 'auto' : 'never'
  if (!stripe) throw new Error("the card provider's script did not come")
  return {
    CardForm(form) {
      const theme = document.body.classList.contains('theme-dark') ? 'night' : 'stripe'
      return (
        <Elements stripe={stripe} options={{ clientSecret: form.clientSecret, appearance: { theme } }}>
          <StripeForm {...form} wallets={{ applePay: shown, googlePay: shown }} />
        </Elements>
      )
    },
  }
}

function StripeForm({
  onConfirmable,
  onFailure,
  takesFocus,
  wallets,
}: CardFormProps & { wallets: PaymentWalletsOption }) {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    if (!stripe || !elements || !isReady) return undefined
    onConfirmable(async (): Promise<Confirmation> => {
      try {
        const answer = await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: `${location.origin}/success` },
          redirect: 'if_required',
        })
        return readConfirmation(answer)
      } catch {
        return { is: 'refused', message: noAnswer }
      }
    })
    return () => onConfirmable(undefined)
  }, [stripe, elements, isReady, onConfirmable])

  return (
    <PaymentElement
      options={{ wallets }}
      onReady={(element) => {
        if (takesFocus) element.focus()
        setReady(true)
      }}
      onLoadError={() => onFailure(notLoaded)}
    />
  )
}
