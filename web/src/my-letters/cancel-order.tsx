import type { LetterSummary, Order } from '@lacre/letter/calls.ts'
import { isCancellable } from '@lacre/letter/journey.ts'
import { bankShowsItLater, count, stateNames } from '@lacre/letter/words.ts'
import { useState } from 'react'
import { useCall } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { cancelOrder } from './calls.ts'

const inPrint = ({ state }: LetterSummary) => state === 'batched' || state === 'printed' || state === 'posted'

/** `letters`: those shown in the list; the server cancels every letter that it can (design/letter.md#cancel-until-closed). */
export function CancelOrder({
  order,
  letters,
  onChange,
}: {
  order: NonNullable<LetterSummary['order']>
  letters: readonly LetterSummary[]
  onChange: (letters: readonly LetterSummary[]) => void
}) {
  const [isOpen, open] = useState(false)
  const [end, setEnd] = useState<string>()
  const isPaid = letters.some(({ state }) => state === 'paid')
  const words = isPaid ? 'Cancelar el pedido' : 'Descartar el pedido'
  const cancelling = useCall(
    () => cancelOrder(order.id),
    (now: Order) => {
      setEnd(endWords(now.letters))
      open(false)
      onChange(now.letters)
    },
  )
  const { isPending: isBusy, error } = cancelling

  function ask() {
    cancelling.reset()
    open(true)
  }
  return (
    <>
      {end && (
        <Notice kind="success" takesFocus>
          {end}
        </Notice>
      )}
      {(isOpen || letters.filter(({ state }) => isCancellable(state)).length > 1) && (
        <div>
          <Button kind="quiet" onClick={ask}>
            {words}
          </Button>
          {isOpen && (
            <FormDialog
              title={isPaid ? '¿Cancelar el pedido?' : '¿Descartar el pedido?'}
              words={words}
              busyWords="Cancelando..."
              leave="Conservar las cartas"
              isBusy={isBusy}
              error={error?.message}
              onSubmit={() => cancelling.mutate()}
              onClose={() => open(false)}
            >
              <p>
                {isPaid
                  ? `No se imprimirá ni se enviará ninguna de sus cartas, salvo las que ya estén en la imprenta. Le devolveremos el dinero de cada una por el medio con el que pagó; ${bankShowsItLater}`
                  : 'No se imprimirá ni se enviará ninguna de sus cartas. No se le ha cobrado nada.'}
              </p>
            </FormDialog>
          )}
        </div>
      )}
    </>
  )
}

/** `Se han cancelado 6 cartas. Sigue su camino: Ana Ruiz (en la imprenta).` */
function endWords(letters: readonly LetterSummary[]): string {
  const cancelled = letters.filter(({ state }) => state === 'cancelled').length
  const staying = letters
    .filter(inPrint)
    .map(({ recipient, state }) => `${recipient} (${stateNames[state].toLocaleLowerCase('es')})`)
  const said = count(cancelled, 'carta se ha cancelado', 'cartas se han cancelado')
  if (!staying.length) return `${said}.`
  return `${said}. ${staying.length === 1 ? 'Sigue' : 'Siguen'} su camino: ${staying.join(', ')}.`
}
