import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { ClosedBatches, PrintRoomOverview } from '@lacre/letter/print-room/calls.ts'
import { letterCode } from '@lacre/letter/print-room/letter-code.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { closeBatch } from '../data/calls.ts'
import styles from '../view/view.module.css'
import batchStyles from './batches.module.css'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { useAction } from '../actions/use-action.ts'
import { addressOfBatch, addressOfLetter } from '../view/use-view.ts'
import { grams, leftOut, letters, sheets } from '../words/words.ts'

const againMs = 2000

/** `Cerrar tanda`: asked about, because nobody can cancel what is in it afterwards (design.md#cancel-until-closed). */
export function CloseButton({
  waiting,
  onReload,
}: {
  waiting: PrintRoomOverview['waiting']
  onReload: () => void
}) {
  const [isOpen, open] = useState(false)
  const [closed, setClosed] = useState<ClosedBatches>()
  const { status, isBusy, run, reset } = useAction(onReload)
  const [oldest, setOldest] = useState(waiting.oldest)
  function close() {
    setOldest(waiting.oldest)
    void run(closeBatch, (answer) => {
      open(false)
      setClosed(answer)
    })
  }

  // Until somebody else has closed it, it still waits; what they made comes by itself as soon as it is there.
  const isElsewhere = status.is === 'refused' && status.code === 'somebody-else'
  const beingClosed = isElsewhere && waiting.oldest === oldest ? waiting : undefined
  useEffect(() => {
    if (!beingClosed) return undefined
    const timer = setTimeout(onReload, againMs)
    return () => clearTimeout(timer)
  }, [beingClosed, onReload])

  return (
    <>
      {/* Not disabled when nothing waits: it may have come since, and the server says so best. */}
      <Button
        aria-keyshortcuts="t"
        onClick={() => {
          reset()
          open(true)
        }}
      >
        Cerrar tanda
      </Button>
      {closed && <Closed closed={closed} />}
      {isOpen && (
        <ActionDialog
          title="¿Cerrar la tanda?"
          words="Cerrar tanda"
          busyWords="Cerrando la tanda..."
          status={status}
          onSubmit={close}
          onClose={() => open(false)}
        >
          <p>
            <strong>
              {letters(waiting.letters)}, {sheets(waiting.sheets)}, {grams(waiting.grams)}.
            </strong>{' '}
            Al cerrarla ya no podrán cancelarse: hay que imprimirlas y enviarlas.
          </p>
          <p className={styles.soft}>También entra lo que se pague hasta ese momento.</p>
          {isBusy && <Progress />}
        </ActionDialog>
      )}
    </>
  )
}

/** The server tells no figures while it checks each letter, so the time does: one sees that it goes on. */
function Progress() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={batchStyles.progress}>
      <progress aria-label="Cerrando la tanda" />
      <span aria-hidden="true">{seconds} s</span>
    </div>
  )
}

function Closed({ closed: { batches, stopped } }: { closed: ClosedBatches }) {
  return (
    <div className={styles.notices}>
      {batches.length > 0 && (
        <Notice kind="success">
          {batches.map((batch) => (
            <span key={batch.batch}>
              Tanda <Link href={addressOfBatch(batch.batch)}>{batch.batch}</Link> cerrada:{' '}
              {letters(batch.letters)}, {sheets(batch.sheets)}.{' '}
            </span>
          ))}
        </Notice>
      )}
      {stopped.length > 0 && (
        <Notice kind="error">
          {leftOut(stopped.length, 'la tanda')}:
          {stopped.map((id) => (
            <span key={id}>
              {' '}
              <Link href={addressOfLetter(id)} className={styles.code}>
                {letterCode(id)}
              </Link>
            </span>
          ))}
        </Notice>
      )}
    </div>
  )
}
