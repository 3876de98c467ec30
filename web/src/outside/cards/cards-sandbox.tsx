import { seconds } from '@lacre/letter/duration.ts'
import { useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import {
  confirmationOf,
  noAnswer,
  type CardFormProps,
  type Cards,
  type Confirmation,
  type ConfirmAnswer,
} from './card-form.ts'
import { CardChallenge, type Verdict } from './cards-challenge.tsx'
import styles from './cards.module.css'

const timeLimit = seconds(30)

const fields = {
  number: {
    label: 'Número de tarjeta',
    autoComplete: 'cc-number',
    placeholder: '4242 4242 4242 4242',
    maxLength: 23,
  },
  expiry: { label: 'Caducidad', autoComplete: 'cc-exp', placeholder: 'MM / AA', maxLength: 9 },
  cvc: { label: 'CVC', autoComplete: 'cc-csc', placeholder: '123', maxLength: 4 },
} as const
type Card = Record<keyof typeof fields, string>

async function ask(body: {
  client_secret: string
  card: string
  challenge?: Verdict
}): Promise<ConfirmAnswer> {
  const response = await fetch('/sandbox/cards/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeLimit),
  })
  return (await response.json()) as ConfirmAnswer
}

/** Refusals in the words the real provider's form would use before it asks anybody. */
function incomplete({ number, expiry, cvc }: Card): string | undefined {
  if (number.replace(/\D/g, '').length < 13) return 'El número de la tarjeta está incompleto.'
  if (!/^(0?[1-9]|1[0-2])\s*\/?\s*\d{2}(\d{2})?$/.test(expiry.trim()))
    return 'La fecha de caducidad está incompleta.'
  if (!/^\d{3,4}$/.test(cvc.trim())) return 'El código de seguridad está incompleto.'
  return undefined
}

function SandboxForm({ clientSecret, isBusy, onConfirmable }: CardFormProps) {
  const [card, setCard] = useState<Card>({ number: '', expiry: '', cvc: '' })
  const [askVerdict, setAskVerdict] = useState<(verdict: Verdict) => void>()
  const written = useRef(card)

  useEffect(() => {
    const verdict = () =>
      new Promise<Verdict>((decided) => {
        setAskVerdict(() => (chosen: Verdict) => {
          setAskVerdict(undefined)
          decided(chosen)
        })
      })
    onConfirmable(async (): Promise<Confirmation> => {
      const message = incomplete(written.current)
      if (message) return { is: 'refused', message }
      const payment = { client_secret: clientSecret, card: written.current.number }
      try {
        let answer = await ask(payment)
        if (answer.paymentIntent?.status === 'requires_action')
          answer = await ask({ ...payment, challenge: await verdict() })
        return confirmationOf(answer)
      } catch {
        return { is: 'refused', message: noAnswer }
      }
    })
    return () => onConfirmable(undefined)
  }, [clientSecret, onConfirmable])

  const field = (name: keyof Card) => (
    <Field
      {...fields[name]}
      name={name}
      value={card[name]}
      onChange={(value) => {
        written.current = { ...written.current, [name]: value }
        setCard(written.current)
      }}
      inputMode="numeric"
      readOnly={isBusy}
    />
  )
  return (
    <div className={styles.form}>
      {field('number')}
      <div className={styles.pair}>
        {field('expiry')}
        {field('cvc')}
      </div>
      <p className={styles.hint}>
        Tarjetas de prueba: 4242 4242 4242 4242 se acepta, 4000 0000 0000 0002 se rechaza y 4000 0025 0000
        3155 pide autorización. Caducidad y CVC, los que quiera.
      </p>
      {askVerdict && <CardChallenge onVerdict={askVerdict} />}
    </div>
  )
}

/** Stands in for the provider where no keys are set (design.md#sandbox-cards): the same steps, no outside script. */
export const sandboxCards: Cards = { CardForm: SandboxForm }
