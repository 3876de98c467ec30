import { useState } from 'react'
import { Link } from 'wouter'
import type { Customer, CustomerAction } from '@lacre/letter/print-room/console-calls.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/display/facts.tsx'
import actionStyles from '../actions/actions.module.css'
import { ActionResult } from '../actions/action-result.tsx'
import { NoteDialog } from '../actions/note-dialog.tsx'
import { useAction } from '../actions/use-action.ts'
import { disableCustomer, verifyCustomer } from '../data/calls.ts'
import { rowKeys } from '../keyboard/row-keys.ts'
import { StateTag } from '../view/tags.tsx'
import { addressOfLetter } from '../view/use-view.ts'
import styles from '../view/view.module.css'
import { paymentWords } from '../words/payment-words.ts'
import { longWhen } from '../words/when.ts'
import { letters } from '../words/words.ts'
import officeStyles from './office.module.css'

const words = {
  verify: 'Enviar otra vez la verificación',
  disable: 'Desactivar la cuenta',
  enable: 'Activar la cuenta',
} satisfies Record<CustomerAction, string>
const done = {
  verify: 'El enlace sale ahora hacia su correo.',
  disable: 'Desactivada: sus sesiones se han cerrado y ya no puede entrar.',
  enable: 'Activada: puede volver a entrar.',
} satisfies Record<CustomerAction, string>
const meaning = {
  disable:
    'Se cierran sus sesiones y no podrá volver a entrar. Las cartas que ya ha pagado siguen su camino. Si pide sus datos o que se borren, hágalo con las órdenes export-user o erase-user.',
  enable: 'Podrá volver a entrar como antes.',
}

/** An account: what it is, what may be done for it, and its letters, each with its money. */
export function CustomerCard({
  customer,
  onChange,
}: {
  customer: Customer
  onChange: (customer: Customer) => void
}) {
  const [asked, ask] = useState<'disable' | 'enable'>()
  const [last, setLast] = useState<CustomerAction>()
  const { status, isBusy, run, reset } = useAction()
  const { id, address, isProven, since, disabledAt, lettersInAll } = customer

  const carryOut = (action: CustomerAction, call: Parameters<typeof run<Customer>>[0]) =>
    void run(call, (changed) => {
      ask(undefined)
      setLast(action)
      onChange(changed)
    })
  function press(action: CustomerAction) {
    reset()
    setLast(undefined)
    if (action === 'verify') carryOut(action, () => verifyCustomer(id))
    else ask(action)
  }
  return (
    <>
      <h3>{address || 'Cuenta borrada'}</h3>
      <Facts values="beside">
        <Fact name="Correo">{isProven ? 'Comprobado' : 'Sin comprobar'}</Fact>
        <Fact name="Desde">{longWhen(since)}</Fact>
        {disabledAt && <Fact name="Desactivada">{longWhen(disabledAt)}</Fact>}
        <Fact name="Cartas">{lettersInAll}</Fact>
      </Facts>
      <div className={actionStyles.buttons}>
        {customer.can.map((action) => (
          <Button key={action} kind="secondary" disabled={isBusy} onClick={() => press(action)}>
            {words[action]}
          </Button>
        ))}
      </div>
      <ActionResult status={asked ? { is: 'ready' } : status} message={last && done[last]} />
      {customer.letters.length > 0 && (
        <ul className={officeStyles.letters} onKeyDown={rowKeys} aria-label={`Cartas de ${address}`}>
          {customer.letters.map((card) => (
            <li key={card.id}>
              <Link href={addressOfLetter(card.id)}>Pedido {orderNumber(card.id)}</Link>{' '}
              <StateTag state={card.state} isEnclosed={card.enclosedAt !== null} />
              <p className={styles.soft}>
                {[card.steps[0] && longWhen(card.steps[0].at), paymentWords(card.payment)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
      {lettersInAll > customer.letters.length && (
        <p className={styles.soft}>
          Se ven las más recientes, de {letters(lettersInAll)}. Las demás se encuentran por su pedido.
        </p>
      )}
      {asked && (
        <NoteDialog
          status={status}
          onClose={() => ask(undefined)}
          title={asked === 'disable' ? `¿Desactivar la cuenta ${address}?` : `¿Activar la cuenta ${address}?`}
          words={words[asked]}
          onNote={(note) => carryOut(asked, () => disableCustomer(id, asked, note))}
        >
          {meaning[asked]}
        </NoteDialog>
      )}
    </>
  )
}
