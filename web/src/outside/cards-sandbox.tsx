import { seconds } from '@lacre/letter/days.ts'
import { type PaymentMethod, sandboxBizum, spanishMobile } from '@lacre/letter/price/payment-states.ts'
import { durationWords } from '@lacre/letter/words.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import {
  type CardFormProps,
  type Cards,
  type ConfirmAnswer,
  type Confirmation,
  readConfirmation,
  noAnswer,
} from './card-form.ts'
import styles from './cards.module.css'

/** `leave`: no answer for now. */
type Verdict = 'pass' | 'fail' | 'leave'

/** Makes everything else inert while the layer is open, then returns the focus. */
function standOverAll(layer: HTMLElement | null) {
  const from = document.activeElement
  const behind = [...document.body.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && !child.contains(layer) && !child.inert,
  )
  for (const element of behind) element.inert = true
  layer?.querySelector('button')?.focus()
  return () => {
    for (const element of behind) element.inert = false
    if (from instanceof HTMLElement) from.focus()
  }
}

/**
 * The bank's question, as the real provider shows it: a layer over the payment dialog, which therefore must not be in the
 * top layer.
 */
function CardChallenge({
  method,
  onVerdict,
}: {
  method: PaymentMethod
  onVerdict: (verdict: Verdict) => void
}) {
  const titleId = useId()
  const isBizum = method === 'bizum'
  return createPortal(
    <div className={`veil ${styles.overlay}`}>
      <div
        ref={standOverAll}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={titleId}
        onKeyDown={({ key }) => key === 'Escape' && onVerdict(isBizum ? 'leave' : 'fail')}
        className={`stack raised ${styles.challenge}`}
      >
        <h2 id={titleId} className="subtitle">
          Autorizar el pago
        </h2>
        <p>Banco de pruebas: ¿autoriza usted este pago con {isBizum ? 'Bizum' : 'su tarjeta'}?</p>
        <div className="row">
          <Button onClick={() => onVerdict('pass')}>Autorizar</Button>
          <Button kind="secondary" onClick={() => onVerdict('fail')}>
            Rechazar
          </Button>
          {isBizum && (
            <Button kind="quiet" onClick={() => onVerdict('leave')}>
              No responder
            </Button>
          )}
        </div>
      </div>
    </div>,
    document.body,
  )
}

const timeLimit = seconds(30)
/** The test card of a wallet, which always asks for authorisation. */
const cardInWallet = '4000002500003155'

type Written = { method: PaymentMethod; number: string; expiry: string; cvc: string; phone: string }

/** Validation with the messages of the real provider's form. */
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

/** One payment in the sandbox. `decide` asks the payer; with `leave` the payment stays open. */
async function payInSandbox(
  clientSecret: string,
  written: Written,
  decide: (method: PaymentMethod) => Promise<Verdict>,
): Promise<Confirmation> {
  const message = incomplete(written)
  if (message) return { is: 'refused', message }
  const payment = { client_secret: clientSecret, ...withWhat(written) }
  try {
    const answer = await ask(payment)
    if (answer.paymentIntent?.status !== 'requires_action') return readConfirmation(answer)
    const challenge = await decide(written.method)
    return readConfirmation(challenge === 'leave' ? answer : await ask({ ...payment, challenge }))
  } catch {
    return { is: 'refused', message: noAnswer }
  }
}

const names = {
  card: 'Tarjeta',
  bizum: 'Bizum',
  wallets: 'Apple Pay o Google Pay',
} as const satisfies Record<PaymentMethod, string>

/** The ways to pay, where there are several. */
function SandboxWays({
  methods,
  chosen,
  isBusy,
  onChoose,
}: {
  methods: readonly PaymentMethod[]
  chosen: PaymentMethod
  isBusy: boolean
  onChoose: (method: PaymentMethod) => void
}) {
  const name = useId()
  if (methods.length < 2) return null
  return (
    <fieldset className={`row ${styles.ways}`}>
      <legend className="visually-hidden">Forma de pago</legend>
      {methods.map((method) => (
        <label key={method}>
          <input
            type="radio"
            name={name}
            checked={method === chosen}
            onChange={() => isBusy || onChoose(method)}
          />
          {names[method]}
        </label>
      ))}
    </fieldset>
  )
}

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

const focusNumber = (form: HTMLElement | null) => form?.querySelector<HTMLElement>('[name=number]')?.focus()

function SandboxForm({
  methods,
  clientSecret,
  isBusy,
  takesFocus,
  onConfirmable,
}: CardFormProps & { methods: readonly PaymentMethod[] }) {
  const [form, setForm] = useState<Written>({ method: 'card', number: '', expiry: '', cvc: '', phone: '' })
  const [asked, setAsked] = useState<{ method: PaymentMethod; decide: (verdict: Verdict) => void }>()
  const written = useRef(form)
  const [wanted] = useState(takesFocus)

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
    <div ref={wanted ? focusNumber : undefined} className="list">
      <SandboxWays
        methods={methods}
        chosen={form.method}
        isBusy={isBusy}
        onChoose={(method) => write({ method })}
      />
      {form.method === 'card' && (
        <>
          {field('number')}
          <div className={`stack ${styles.pair}`}>
            {field('expiry')}
            {field('cvc')}
          </div>
        </>
      )}
      {form.method === 'bizum' && field('phone')}
      <p className="soft">{hints[form.method]}</p>
      {asked && <CardChallenge method={asked.method} onVerdict={asked.decide} />}
    </div>
  )
}

/** Replaces the provider where no keys are set (design/running.md#sandbox-cards): the same steps, without its script. */
export const sandboxCards = (methods: readonly PaymentMethod[]): Cards => ({
  CardForm: (form) => <SandboxForm {...form} methods={methods} />,
})
