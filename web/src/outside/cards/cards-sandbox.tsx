import { sandboxBizum, type PaymentMethod } from '@lacre/letter/price/payment-states.ts'
import { durationWords } from '@lacre/letter/words.ts'
import { useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import type { CardFormProps, Cards } from './card-form.ts'
import { CardChallenge, type Verdict } from './cards-challenge.tsx'
import styles from './cards.module.css'
import { payInSandbox, type Written } from './sandbox-payment.ts'
import { SandboxWays } from './sandbox-ways.tsx'

const fields = {
  number: {
    label: 'Número de tarjeta',
    autoComplete: 'cc-number',
    placeholder: '4242 4242 4242 4242',
    maxLength: 23,
  },
  expiry: { label: 'Caducidad', autoComplete: 'cc-exp', placeholder: 'MM / AA', maxLength: 9 },
  cvc: { label: 'CVC', autoComplete: 'cc-csc', placeholder: '123', maxLength: 4 },
  phone: { label: 'Teléfono con Bizum', autoComplete: 'tel', placeholder: '600 000 001', maxLength: 20 },
} as const

const hints = {
  card: 'Tarjetas de prueba: 4242 4242 4242 4242 se acepta, 4000 0000 0000 0002 se rechaza y 4000 0025 0000 3155 pide autorización. Caducidad y CVC, los que quiera.',
  bizum: `Teléfonos de prueba: 600 000 001 pide su aprobación, y sin ella caduca a los ${durationWords(sandboxBizum.approval)}; 600 000 002 se aprueba a los ${durationWords(sandboxBizum.slowBank)}, aunque se cierre esta página; 600 000 003 se rechaza.`,
  wallets: 'Pulse «Pagar ahora»: aquí pregunta el banco de pruebas, en lugar de Apple Pay o Google Pay.',
} as const satisfies Record<PaymentMethod, string>

function SandboxForm({
  methods,
  clientSecret,
  isBusy,
  onConfirmable,
}: CardFormProps & { methods: readonly PaymentMethod[] }) {
  const [form, setForm] = useState<Written>({ method: 'card', number: '', expiry: '', cvc: '', phone: '' })
  const [asked, setAsked] = useState<{ method: PaymentMethod; decide: (verdict: Verdict) => void }>()
  const written = useRef(form)

  useEffect(() => {
    const askVerdict = (method: PaymentMethod) =>
      new Promise<Verdict>((decided) => {
        setAsked({
          method,
          decide(verdict) {
            setAsked(undefined)
            decided(verdict)
          },
        })
      })
    onConfirmable(() => payInSandbox(clientSecret, written.current, askVerdict))
    return () => onConfirmable(undefined)
  }, [clientSecret, onConfirmable])

  function write(change: Partial<Written>) {
    written.current = { ...written.current, ...change }
    setForm(written.current)
  }
  const field = (name: keyof typeof fields) => (
    <Field
      {...fields[name]}
      name={name}
      value={form[name]}
      onChange={(value) => write({ [name]: value })}
      inputMode={name === 'phone' ? 'tel' : 'numeric'}
      readOnly={isBusy}
    />
  )
  return (
    <div className={styles.form}>
      <SandboxWays
        methods={methods}
        chosen={form.method}
        isBusy={isBusy}
        onChoose={(method) => write({ method })}
      />
      {form.method === 'card' && (
        <>
          {field('number')}
          <div className={styles.pair}>
            {field('expiry')}
            {field('cvc')}
          </div>
        </>
      )}
      {form.method === 'bizum' && field('phone')}
      <p className={styles.hint}>{hints[form.method]}</p>
      {asked && <CardChallenge method={asked.method} onVerdict={asked.decide} />}
    </div>
  )
}

/** Stands in for the provider where no keys are set (design.md#sandbox-cards): the same steps, no outside script. */
export const sandboxCards = (methods: readonly PaymentMethod[]): Cards => ({
  CardForm: (form) => <SandboxForm {...form} methods={methods} />,
})
