import { useState } from 'react'
import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { detailOf, keepEntry, removeEntry, type Answer } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { takeLostFocus } from '../ui/take-focus.ts'
import { useSignInAgain } from '../use-sign-in.ts'
import styles from './address-book.module.css'

/** Somebody in the book. Who was removed can be brought back as long as the list is there. */
export function EntryRow({
  entry: { id, version, address },
  onEdit,
  onBack,
}: {
  entry: BookEntry
  onEdit: () => void
  onBack: (kept: BookEntry) => void
}) {
  const [standing, setStanding] = useState<'kept' | 'removed' | 'back'>('kept')
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const signInAgain = useSignInAgain()
  const nameId = `direccion-${id}`

  async function act<T>(call: Promise<Answer<T>>, done: (body: T) => void) {
    setBusy(true)
    const answer = await call
    setBusy(false)
    setTrouble(answer.ok ? '' : detailOf(answer))
    if (answer.ok) done(answer.body)
    else if (answer.status === 401) signInAgain()
  }
  const remove = () => act(removeEntry(id), () => setStanding('removed'))
  const bringBack = () =>
    act(keepEntry(id, { address, basedOn: version }), (kept) => {
      onBack(kept)
      setStanding('back')
    })

  return (
    <li className={styles.row}>
      <div className={styles.who}>
        {standing === 'removed' ? (
          <p role="status">Ha quitado a {address.name} de su libreta.</p>
        ) : (
          <>
            <h2 id={nameId}>{address.name}</h2>
            <p>{[address.street, `${address.postalCode} ${address.city}`].join(' · ')}</p>
          </>
        )}
        {trouble && (
          <p role="alert" className={styles.failed}>
            {trouble}
          </p>
        )}
      </div>
      {standing === 'removed' ? (
        <Button kind="quiet" ref={takeLostFocus} isBusy={isBusy} onClick={() => void bringBack()}>
          Deshacer
        </Button>
      ) : (
        <div className={styles.acts}>
          <Button
            kind="quiet"
            ref={standing === 'back' ? takeLostFocus : undefined}
            aria-describedby={nameId}
            disabled={isBusy}
            onClick={onEdit}
          >
            Editar
          </Button>
          <Button kind="quiet" aria-describedby={nameId} isBusy={isBusy} onClick={() => void remove()}>
            Quitar
          </Button>
        </div>
      )}
    </li>
  )
}
