import { minutes } from '@lacre/letter/days.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { bankShowsItLater } from '@lacre/letter/words.ts'
import { untilWords } from '../coming-day.ts'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { readLetter } from '../api.ts'
import { useCall } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog, isDialogOpen } from '../ui/dialog.tsx'
import { cancelLetter, type Changeable } from './calls.ts'
import styles from './letter.module.css'

/** The batch closes a little after its hour; the page polls until then. */
const lookAgainMs = 20_000

/**
 * The time by the server's clock (`now`), refreshed each minute and when the tab becomes visible. Calls `onPassed` when
 * `until` passes while the page is open, and repeats it until the letter changes.
 */
function useTimeUntil(until: string | null, now: string, onPassed: () => void) {
  // Measured once: later answers would add their travel time.
  const [ahead] = useState(() => Date.now() - Date.parse(now))
  const [at, setAt] = useState(() => Date.now() - ahead)
  const passed = useEffectEvent(onPassed)
  const end = useMemo(() => (until === null ? undefined : Date.parse(until)), [until])

  useEffect(() => {
    if (end === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = (isLookedAt: boolean) => {
      clearTimeout(timer)
      const current = Date.now() - ahead
      const left = end - current
      setAt(current)
      if (left <= 0 && isLookedAt && document.visibilityState === 'visible') passed()
      timer = setTimeout(() => count(true), left > 0 ? Math.min(left, minutes(1)) : lookAgainMs)
    }
    const onVisible = () => count(true)
    count(false)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [end, ahead])

  return new Date(at)
}

/** Until when a paid letter can be cancelled (design/letter.md#says-until-when). The hour is planned; its batch decides. */
function UntilWhen({ letter, onChange }: Changeable) {
  const { cancelUntil } = letter
  async function lookAgain() {
    const answer = await readLetter(letter.id)
    // Do not replace the page while a dialog is open; the next poll tries again.
    if (answer.ok && !answer.body.cancellable && !isDialogOpen())
      onChange(answer.body, 'Su carta ya está en la imprenta y no puede cancelarse.')
  }
  const at = useTimeUntil(cancelUntil, letter.now, () => void lookAgain())
  if (cancelUntil === null)
    return (
      <p>
        Puede cancelarla hasta que empecemos a imprimirla. La hora no es fija: mientras vea aquí este botón,
        está a tiempo.
      </p>
    )
  const until = <time dateTime={cancelUntil}>{untilWords(new Date(cancelUntil), at)}</time>
  return at < new Date(cancelUntil) ? (
    <p>
      Puede cancelarla hasta <strong>{until}</strong>.
    </p>
  ) : (
    <p>
      Estaba previsto empezar a imprimirla {until} y se hará de un momento a otro. Mientras vea aquí este
      botón, puede intentarlo.
    </p>
  )
}

/** `Cancelar y devolver el dinero`, until its batch closes (design/letter.md#cancel-until-closed); `Descartar` when unpaid. */
export function CancelButton({ letter, onChange }: Changeable) {
  const [isOpen, open] = useState(false)
  const isPaid = letter.state !== 'frozen'
  const words = isPaid ? 'Cancelar y devolver el dinero' : 'Descartar la carta'
  const cancelling = useCall(cancelLetter, (now) => {
    open(false)
    onChange(now, 'La carta se ha cancelado.')
  })
  const { isPending: isBusy, error } = cancelling

  function ask() {
    cancelling.reset()
    open(true)
  }
  /** After a refusal the letter may have changed, so it is read again. */
  async function close() {
    open(false)
    const now = error ? await readLetter(letter.id) : undefined
    if (now?.ok) onChange(now.body)
  }

  return (
    <div className={`list start quiet ${styles.cancel}`}>
      {isPaid && <UntilWhen letter={letter} onChange={onChange} />}
      <Button kind="secondary" onClick={ask}>
        {words}
      </Button>
      {isOpen && (
        <FormDialog
          title={isPaid ? '¿Cancelar esta carta?' : '¿Descartar esta carta?'}
          words={words}
          busyWords="Cancelando..."
          leave={error ? 'Cerrar' : 'Conservar la carta'}
          isBusy={isBusy}
          isOver={!!error}
          error={error?.message}
          onSubmit={() => cancelling.mutate(letter.id)}
          onClose={() => void close()}
        >
          <p>
            La carta para <strong>{letter.destination.name || 'este destinatario'}</strong> no se imprimirá ni
            se enviará.{' '}
            {isPaid
              ? `Le devolveremos ${inEuros(cents(letter.total))} por el medio con el que pagó; ${bankShowsItLater}`
              : 'No se le ha cobrado nada.'}
          </p>
        </FormDialog>
      )}
    </div>
  )
}
