import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import {
  noAnswer,
  notCompleted,
  notLoaded,
  type CardFormProps,
  type Cards,
  type Confirmation,
} from './cards.ts'

/** The real provider. Its script comes from its own site and only when the payment opens. */
export function stripeCards(publishableKey: string): Cards {
  return {
    CardForm({ onFailure, ...form }) {
      const [stripe, setStripe] = useState<Stripe>()
      useEffect(() => {
        let isGone = false
        loadStripe(publishableKey, { locale: 'es' }).then(
          (loaded) => isGone || (loaded ? setStripe(loaded) : onFailure(notLoaded)),
          () => isGone || onFailure(notLoaded),
        )
        return () => {
          isGone = true
        }
      }, [onFailure])

      if (!stripe) return <p role="status">Cargando el formulario de pago…</p>
      const theme = document.body.classList.contains('theme-dark') ? 'night' : 'stripe'
      return (
        <Elements stripe={stripe} options={{ clientSecret: form.clientSecret, appearance: { theme } }}>
          <StripeForm {...form} onFailure={onFailure} />
        </Elements>
      )
    },
  }
}

function StripeForm({ onConfirmable, onFailure }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    if (!stripe || !elements || !isReady) return undefined
    onConfirmable(async (): Promise<Confirmation> => {
      try {
        const { error, paymentIntent } = await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: `${location.origin}/success` },
          redirect: 'if_required',
        })
        if (error) return { is: 'refused', message: error.message ?? notCompleted }
        if (paymentIntent.status === 'succeeded') return { is: 'succeeded' }
        if (paymentIntent.status === 'processing') return { is: 'processing' }
        return { is: 'refused', message: notCompleted }
      } catch {
        return { is: 'refused', message: noAnswer }
      }
    })
    return () => onConfirmable(undefined)
  }, [stripe, elements, isReady, onConfirmable])

  return <PaymentElement onReady={() => setReady(true)} onLoadError={() => onFailure(notLoaded)} />
}
