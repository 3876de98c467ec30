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

/** For the payment dialog. `draft`: the present draft that the letter comes from, or `none`. */
type Prepared = Pick<PaymentProps, 'letters' | 'clientSecret' | 'leftOut'> & { draft: string }
type Prepare = () => Promise<Answer<Prepared>>

type Frozen = Order['letters'][number] | LetterDetail
const toPay = (letter: Frozen): ToPay => ({
  letter: { ...letter, ...samplesIn({ origin: letter.origin, destination: letter.destination }) },
  recipient: letter.destination,
  sender: letter.origin,
})

const findDraft = async (letter: LetterDetail, to: readonly Address[]) =>
  ((await isCurrentDraft(letter, to)) && letter.draftId) || 'none'

/** Prepares the payment of a letter as it was frozen (design/trust.md#freeze-before-pay). */
export async function prepareLetter(id: string): Promise<Answer<Prepared>> {
  const letter = await readLetter(id)
  if (!letter.ok) return letter
  const intent = await createIntent(id, [id])
  if (!intent.ok) return intent
  const draft = await findDraft(letter.body, [letter.body.destination])
  return {
    ok: true,
    body: { letters: [toPay(letter.body)], clientSecret: intent.body.clientSecret, draft },
  }
}

/** An order in the list; `letters` are those that it shows. */
type Group = { order: NonNullable<LetterSummary['order']>; letters: readonly LetterSummary[] }

const noneLeft = {
  ok: false,
  status: 409,
  detail: 'Estas cartas ya no se pueden pagar: vuelva a cargar la página para ver cómo están.',
} as const

/**
 * Prepares the payment of all unpaid letters of a group (design/money.md#orders), also those on a later page of the list.
 * `seen` gets the present state of every letter. Letters that ended meanwhile are named, also when that happens during
 * the preparation.
 */
export async function prepareOrder(
  group: Group,
  seen: (letters: LetterSummary[]) => void,
  mayEnd = true,
): Promise<Answer<Prepared>> {
  const order = await readOrder(group.order.id)
  if (!order.ok) return order
  seen(order.body.letters)
  const letters = lettersOfGroup(group, order.body.letters)
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
      draft: whole.ok ? await findDraft(whole.body, to) : 'none',
    },
  }
}

/** A payment begun since may have moved letters to a new order, so its other letters belong to the group too. */
function lettersOfGroup(group: Group, letters: Order['letters']): Order['letters'] {
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
 * The payment of a waiting letter. `shown` is the payment dialog, or why it could not be opened; `opener` gets the focus
 * back. `onClosed`: closed without a payment.
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

/** Prepares on press, then opens the payment. `onClosed`: closed without a payment. */
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

/** Pays the waiting letters of an order together (design/money.md#orders). */
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
      // Shows what changed meanwhile; that may remove this button.
      onClosed={() => onChange(seen.current)}
    />
  )
}
