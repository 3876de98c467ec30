import { useState } from 'react'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { bankShowsItLater } from '@lacre/letter/words.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display/actions.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { cancelLetter } from '../data/letter-calls.ts'
import styles from './letter.module.css'
import { UntilWhen } from './until-when.tsx'
import { detailOf, readLetter } from '../../api.ts'

type Asking = { is: 'closed' | 'open' | 'busy' } | { is: 'refused'; detail: string }

type Change = (letter: LetterDetail, words?: string) => void

/** `Cancelar y devolver el dinero`, until its batch closes (design.md#cancel-until-closed); unpaid there is none. */
export function CancelButton({ letter, onChange }: { letter: LetterDetail; onChange: Change }) {
  const [asking, setAsking] = useState<Asking>({ is: 'closed' })
  const isPaid = letter.state !== 'frozen'
  const isBusy = asking.is === 'busy'
  const words = isPaid ? 'Cancelar y devolver el dinero' : 'Descartar la carta'

  async function cancel() {
    setAsking({ is: 'busy' })
    const answer = await cancelLetter(letter.id)
    if (!answer.ok) return setAsking({ is: 'refused', detail: detailOf(answer) })
    onChange(answer.body, 'La carta se ha cancelado.')
  }
  /** It may be refused because it is no longer what this page shows. */
  async function close() {
    const wasRefused = asking.is === 'refused'
    setAsking({ is: 'closed' })
    const now = wasRefused ? await readLetter(letter.id) : undefined
    if (now?.ok) onChange(now.body)
  }

  return (
    <div className={styles.cancel}>
      {isPaid && <UntilWhen letter={letter} onChange={onChange} />}
      <Button kind="secondary" onClick={() => setAsking({ is: 'open' })}>
        {words}
      </Button>
      <Modal
        isOpen={asking.is !== 'closed'}
        onClose={() => void (isBusy || close())}
        title={isPaid ? '¿Cancelar esta carta?' : '¿Descartar esta carta?'}
        closesOnOverlay={false}
      >
        <div className={styles.dialog}>
          <p>
            La carta para <strong>{letter.destination.name || 'este destinatario'}</strong> no se imprimirá ni
            se enviará.{' '}
            {isPaid
              ? `Le devolveremos ${inEuros(cents(letter.total))} por el medio con el que pagó; ${bankShowsItLater}`
              : 'No se le ha cobrado nada.'}
          </p>
          {asking.is === 'refused' && (
            <Notice kind="error" takesFocus>
              {asking.detail}
            </Notice>
          )}
          <Actions>
            <Button kind="secondary" disabled={isBusy} onClick={() => void close()}>
              {asking.is === 'refused' ? 'Cerrar' : 'Conservar la carta'}
            </Button>
            {asking.is !== 'refused' && (
              <Button isBusy={isBusy} onClick={() => void cancel()}>
                {isBusy ? 'Cancelando...' : words}
              </Button>
            )}
          </Actions>
        </div>
      </Modal>
    </div>
  )
}
