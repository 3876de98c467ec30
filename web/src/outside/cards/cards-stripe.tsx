import { seconds } from '@lacre/letter/duration.ts'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import {
  confirmationOf,
  noAnswer,
  notLoaded,
  type CardFormProps,
  type Cards,
  type Confirmation,
} from './card-form.ts'

const loadLimit = seconds(30)

/** The real provider. Its script comes from its own site and only when the payment opens. */
export function stripeCards(publishableKey: string): Cards {
  return {
    CardForm({ onFailure, ...form }) {
      const [stripe, setStripe] = useState<Stripe | 'failed'>()
      useEffect(() => {
        let isOver = false
        const end = (loaded: Stripe | 'failed') => {
          if (isOver) return
          isOver = true
          clearTimeout(limit)
          setStripe(loaded)
          if (loaded === 'failed') onFailure(notLoaded)
        }
        const limit = setTimeout(() => end('failed'), loadLimit)
        loadStripe(publishableKey, { locale: 'es' }).then(
          (loaded) => end(loaded ?? 'failed'),
          () => end('failed'),
        )
        return () => {
          isOver = true
          clearTimeout(limit)
        }
      }, [onFailure])

      if (stripe === 'failed') return null
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
        const answer = await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: `${location.origin}/success` },
          redirect: 'if_required',
        })
        return confirmationOf(answer)
      } catch {
        return { is: 'refused', message: noAnswer }
      }
    })
    return () => onConfirmable(undefined)
  }, [stripe, elements, isReady, onConfirmable])

  return <PaymentElement onReady={() => setReady(true)} onLoadError={() => onFailure(notLoaded)} />
}
