import { type Address, samplesIn } from '@lacre/letter/address/address.ts'
import type { LetterDetail, LetterSummary, Order } from '@lacre/letter/calls.ts'
import { stateNames } from '@lacre/letter/words.ts'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Answer, createIntent, detailOf, readLetter, type Refused } from '../api.ts'
import type { PaymentProps, ToPay } from '../outside/card-form.ts'
import type { PaymentDialog } from '../payment/payment-dialog.tsx'
import { keepPaying } from '../storage.ts'
import { Button, type ButtonKind } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { readOrder } from './calls.ts'
import { isCurrentDraft } from './current-draft.ts'

/** What the payment dialog shows. `draft`: the one on the writing page that it was made of, or `none`. */
type Prepared = Pick<PaymentProps, 'letters' | 'clientSecret' | 'leftOut'> & { draft: string }
type Prepare = () => Promise<Answer<Prepared>>

type Frozen = Order['letters'][number] | LetterDetail
const toPay = (letter: Frozen): ToPay => ({
  letter: { ...letter, ...samplesIn({ origin: letter.origin, destination: letter.destination }) },
  recipient: letter.destination,
  sender: letter.origin,
})

const draftOf = async (letter: LetterDetail, to: readonly Address[]) =>
  ((await isCurrentDraft(letter, to)) && letter.draftId) || 'none'

/** The very letter that waits, as it was frozen (design/trust.md#freeze-before-pay). */
export async function prepareLetter(id: string): Promise<Answer<Prepared>> {
  const letter = await readLetter(id)
  if (!letter.ok) return letter
  const intent = await createIntent(id, [id])
  if (!intent.ok) return intent
  const draft = await draftOf(letter.body, [letter.body.destination])
  return {
    ok: true,
    body: { letters: [toPay(letter.body)], clientSecret: intent.body.clientSecret, draft },
  }
}

/** As it stood in the list: `letters` are those that it shows. */
type Group = { order: NonNullable<LetterSummary['order']>; letters: readonly LetterSummary[] }

const noneLeft = {
  ok: false,
  status: 409,
  detail: 'Estas cartas ya no se pueden pagar: vuelva a cargar la página para ver cómo están.',
} as const

/**
 * All of a group that can still be paid (design/money.md#orders), also those that stand on a later page of the list. `seen`:
 * what became of each. What has ended since the page was read is named, also while the payment is being prepared.
 */
export async function prepareOrder(
  group: Group,
  seen: (letters: LetterSummary[]) => void,
  mayEnd = true,
): Promise<Answer<Prepared>> {
  const order = await readOrder(group.order.id)
  if (!order.ok) return order
  seen(order.body.letters)
  const letters = ofGroup(group, order.body.letters)
  const [first, ...rest] = letters.filter(({ state }) => state === 'frozen')
  if (!first) return noneLeft
  const payable = [first, ...rest] as const

  const ids = payable.map((letter) => letter.id)
  const [intent, whole] = await Promise.all([createIntent(first.id, ids), readLetter(first.id)])
  if (!intent.ok && intent.status === 409 && mayEnd) return prepareOrder(group, seen, false)
  if (!intent.ok) return intent
  const to = payable.map(({ destination }) => destination)
  return {
    ok: true,
    body: {
      letters: [toPay(first), ...rest.map(toPay)],
      clientSecret: intent.body.clientSecret,
      leftOut: payable.length < group.order.letters ? leftOutWords(letters) : undefined,
      draft: whole.ok ? await draftOf(whole.body, to) : 'none',
    },
  }
}

/** Its letters may have been begun anew since, by this very button: with them goes whatever is of the same order now. */
function ofGroup(group: Group, letters: Order['letters']): Order['letters'] {
  const shown = new Set(group.letters.map(({ id }) => id))
  const orders = new Set(letters.flatMap(({ id, order }) => (order && shown.has(id) ? [order.id] : [])))
  return letters.filter(({ id, order }) => shown.has(id) || !order || orders.has(order.id))
}

/** `No se paga con las demás: Ana Ruiz (cancelada).` */
function leftOutWords(letters: readonly LetterSummary[]): string | undefined {
  const out = letters.filter(({ state }) => state !== 'frozen')
  if (!out.length) return undefined
  const named = out.map(
    ({ recipient, state }) =>
      `${recipient || 'un destinatario borrado'} (${stateNames[state].toLocaleLowerCase('es')})`,
  )
  return `${out.length === 1 ? 'No se paga' : 'No se pagan'} con las demás: ${named.join(', ')}.`
}

type Paying =
  | { is: 'idle' | 'busy' }
  | { is: 'failed'; detail: string }
  | { is: 'open'; prepared: Prepared; shownTotal?: number | undefined; Dialog: typeof PaymentDialog }

const noDialog = 'No se ha podido abrir el formulario de pago. No se le ha cobrado nada; vuelva a intentarlo.'
const unprepared: Refused = {
  ok: false,
  status: 0,
  detail: 'No se ha podido preparar el pago. Todo sigue guardado; vuelva a intentarlo o recargue la página.',
}

/**
 * Pays what waits. `shown` is the payment dialog, or why it could not be opened; `opener` gets the focus back.
 * `onClosed`: nothing was paid.
 */
export function usePayment(
  opener: RefObject<HTMLElement | null>,
  onClosed?: () => void,
): {
  isBusy: boolean
  pay: (prepare: Prepare, shownTotal?: number) => Promise<void>
  shown: ReactNode
} {
  const [, navigate] = useLocation()
  const [paying, setPaying] = useState<Paying>({ is: 'idle' })

  async function pay(prepare: Prepare, shownTotal?: number) {
    setPaying({ is: 'busy' })
    const coming = import('../payment/payment-dialog.tsx').catch(() => undefined)
    const answer = await prepare().catch(() => unprepared)
    if (!answer.ok) return setPaying({ is: 'failed', detail: detailOf(answer) })
    const loaded = await coming
    if (!loaded) return setPaying({ is: 'failed', detail: noDialog })
    const { letters, draft } = answer.body
    const { id } = letters[0].letter
    keepPaying({ letter: id, draft })
    setPaying({ is: 'open', prepared: answer.body, shownTotal, Dialog: loaded.PaymentDialog })
  }
  function close() {
    setPaying({ is: 'idle' })
    onClosed?.()
  }
  const shown = (
    <>
      {paying.is === 'failed' && <Notice kind="error">{paying.detail}</Notice>}
      {paying.is === 'open' && (
        <paying.Dialog
          letters={paying.prepared.letters}
          clientSecret={paying.prepared.clientSecret}
          leftOut={paying.prepared.leftOut}
          shownTotal={paying.shownTotal}
          opener={opener}
          onPaid={() => navigate('/success')}
          onClose={close}
        />
      )}
    </>
  )
  return { isBusy: paying.is === 'busy', pay, shown }
}

/** Pays what waits, as it is prepared when this is pressed. `onClosed`: nothing was paid. */
export function PayButton({
  prepare,
  words = 'Pagar',
  kind = 'primary',
  describedBy,
  onClosed,
}: {
  prepare: Prepare
  words?: string
  kind?: ButtonKind
  describedBy?: string
  onClosed?: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  const { isBusy, pay, shown } = usePayment(button, onClosed)
  return (
    <>
      <Button
        ref={button}
        kind={kind}
        isBusy={isBusy}
        aria-describedby={describedBy}
        onClick={() => void pay(prepare)}
      >
        {isBusy ? 'Procesando...' : words}
      </Button>
      {shown}
    </>
  )
}

/** Those of an order that wait, by one payment (design/money.md#orders). */
export function PayOrder({
  group,
  onChange,
}: {
  group: Group
  onChange: (letters: readonly LetterSummary[]) => void
}) {
  const seen = useRef<readonly LetterSummary[]>([])
  return (
    <PayButton
      words={`Pagar las ${group.order.letters} cartas`}
      prepare={() => prepareOrder(group, (letters) => (seen.current = letters))}
      // What had ended is shown so; with it this button may go.
      onClosed={() => onChange(seen.current)}
    />
  )
}
