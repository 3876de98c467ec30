import { samplesIn } from '@lacre/letter/address/address.ts'
import type { LetterDetail, LetterSummary, Order } from '@lacre/letter/calls.ts'
import { stateNames } from '@lacre/letter/words.ts'
import { createIntent, readLetter, type Answer } from '../../api.ts'
import type { PaymentProps, ToPay } from '../../outside/cards/payment-props.ts'
import { readOrder } from '../data/letter-calls.ts'
import { isCurrentDraft } from '../data/current-draft.ts'

/** What the payment dialog shows. `isDraft`: nothing else waits on the writing page. */
export type Prepared = Pick<PaymentProps, 'letters' | 'clientSecret' | 'leftOut'> & { isDraft: boolean }
export type Prepare = () => Promise<Answer<Prepared>>

type Frozen = Order['letters'][number] | LetterDetail
const toPay = (letter: Frozen): ToPay => ({
  letter: { ...letter, ...samplesIn({ origin: letter.origin, destination: letter.destination }) },
  recipient: letter.destination,
})

/** The very letter that waits, as it was frozen (design.md#freeze-before-pay). */
export async function prepareLetter(id: string): Promise<Answer<Prepared>> {
  const letter = await readLetter(id)
  if (!letter.ok) return letter
  const intent = await createIntent(id, [id])
  if (!intent.ok) return intent
  const isDraft = await isCurrentDraft(letter.body, [letter.body.destination])
  return {
    ok: true,
    body: { letters: [toPay(letter.body)], clientSecret: intent.body.clientSecret, isDraft },
  }
}

/** As it stood in the list: `letters` are those that it shows. */
export type Group = { order: NonNullable<LetterSummary['order']>; letters: readonly LetterSummary[] }

const noneLeft = {
  ok: false,
  status: 409,
  detail: 'Estas cartas ya no se pueden pagar: vuelva a cargar la página para ver cómo están.',
} as const

/**
 * All of a group that can still be paid (design.md#orders), also those that stand on a later page of the list. `seen`:
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
      isDraft: whole.ok && (await isCurrentDraft(whole.body, to)),
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
