import type { Command } from 'prosemirror-state'
import { useState } from 'react'
import type { Price } from '@lacre/letter/price/price.ts'
import { asksFor } from '@lacre/letter/recipients/called.ts'
import { count } from '@lacre/letter/words.ts'
import { Button } from '../../ui/button.tsx'
import { SendError } from '../send-error.tsx'
import { useLazy } from '../../ui/use-lazy.ts'
import { peopleWords, wrongWith, type Refusals } from './recipients.ts'
import styles from './recipients.module.css'
import type { Recipients } from './use-recipients.ts'

/** Below the recipient in the panel: number and price of the others, and the button to their list. */
export function Several({
  recipients,
  refusals,
  price,
  letterText,
  change,
}: {
  recipients: Recipients
  refusals: Refusals
  price: Price | undefined
  /** Undefined until hydrated. */
  letterText: (() => string) | undefined
  change: (command: Command) => void
}) {
  const { list, others, pasted } = recipients
  const dialog = useLazy(() => import('./recipients-dialog.tsx'))
  const [uses, setUses] = useState({ name: false, greeting: false })
  const wrong = others.length ? list.filter((one) => wrongWith(one, refusals)).length : 0

  function open() {
    // Once: the letter does not change while the dialog is open.
    if (letterText) setUses(asksFor(letterText()))
    dialog.open()
  }
  return (
    <div className={styles.several}>
      {others.length > 0 && (
        <p>
          y {others.length} más: <strong>{peopleWords(list.length, price)}</strong>
        </p>
      )}
      {wrong > 0 && (
        <p className={styles.wrong} role="status">
          {count(wrong, 'destinatario por corregir', 'destinatarios por corregir')}.
        </p>
      )}
      {pasted.trim() && !dialog.isOpen && (
        <p className={styles.wrong} role="status">
          Ha pegado filas que aún no están en la lista.
        </p>
      )}
      <Button kind="secondary" className={styles.open ?? ''} disabled={!letterText} onClick={open}>
        {others.length ? 'Ver los destinatarios' : 'Enviar a varias personas'}
      </Button>
      {dialog.Part && (
        <dialog.Part
          isOpen={dialog.isOpen}
          recipients={recipients}
          refusals={refusals}
          price={price}
          uses={uses}
          onGreet={(command) => {
            change(command)
            setUses({ ...uses, greeting: true })
          }}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}

/** Recipients that Enviar refused, until they are corrected or removed. */
export function Refused({ recipients, refusals }: { recipients: Recipients; refusals: Refusals }) {
  const wrong = recipients.list.filter((one) => wrongWith(one, refusals))
  return wrong.length ? (
    <SendError>
      No se ha podido preparar la carta para {wrong.map(({ name }) => name || 'sin nombre').join(', ')}. No se
      ha cobrado nada: corrija o quite {wrong.length === 1 ? 'esa dirección' : 'esas direcciones'} en «Ver los
      destinatarios» y pulse Enviar otra vez; las demás cartas ya están preparadas.
    </SendError>
  ) : null
}
