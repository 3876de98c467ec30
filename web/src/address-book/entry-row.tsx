import { useState } from 'react'
import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { keepEntry, removeEntry } from '../api.ts'
import { Button } from '../ui/button.tsx'
import listStyles from '../ui/display/list.module.css'
import { takeLostFocus } from '../ui/take-focus.ts'
import { useItemAction } from '../ui/display/use-item-action.ts'

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
  const { isBusy, trouble, act } = useItemAction()
  const nameId = `direccion-${id}`

  const remove = () => act(removeEntry(id), () => setStanding('removed'))
  const bringBack = () =>
    act(keepEntry(id, { address, basedOn: version }), (kept) => {
      onBack(kept)
      setStanding('back')
    })

  return (
    <li className={listStyles.row}>
      <div className={listStyles.about}>
        {standing === 'removed' ? (
          <p role="status" className={listStyles.more}>
            Ha quitado a {address.name} de su libreta.
          </p>
        ) : (
          <>
            <h2 id={nameId} className={listStyles.name}>
              {address.name}
            </h2>
            <p className={listStyles.more}>
              {[address.street, `${address.postalCode} ${address.city}`].join(' · ')}
            </p>
          </>
        )}
      </div>
      {standing === 'removed' ? (
        <Button kind="quiet" ref={takeLostFocus} isBusy={isBusy} onClick={() => void bringBack()}>
          Deshacer
        </Button>
      ) : (
        <div className={listStyles.acts}>
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
      {trouble && (
        <p role="alert" className={listStyles.failed}>
          {trouble}
        </p>
      )}
    </li>
  )
}
