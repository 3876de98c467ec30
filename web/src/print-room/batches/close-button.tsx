import { useState } from 'react'
import { Link } from 'wouter'
import type { BatchSummary, PrintRoomOverview } from '@lacre/letter/print-room/calls.ts'
import type { Progress } from '@lacre/letter/print-room/file-with-progress.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { closeBatch } from '../data/calls.ts'
import { closeAll } from '../data/close-all.ts'
import styles from '../view/view.module.css'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { ActionProgress } from '../actions/action-progress.tsx'
import { useAction } from '../actions/use-action.ts'
import { addressOfBatch } from '../view/use-view.ts'
import { grams, letters, sheets } from '../words/words.ts'

/** `Cerrar tanda`: asked about, because nobody can cancel what is in it afterwards (design.md#cancel-until-closed). */
export function CloseButton({
  waiting,
  onReload,
}: {
  waiting: PrintRoomOverview['waiting']
  onReload: () => void
}) {
  const [isOpen, open] = useState(false)
  const [closed, setClosed] = useState<BatchSummary[]>([])
  const [progress, setProgress] = useState<Progress>()
  const { status, isBusy, run, reset } = useAction(onReload)
  function close() {
    setProgress(undefined)
    void run(
      () =>
        closeAll(closeBatch, (batches, far) => {
          setClosed(batches)
          setProgress(far)
        }),
      () => open(false),
    )
  }

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
      {closed.length > 0 && <Closed batches={closed} />}
      {isOpen && (
        <ActionDialog
          title="¿Cerrar la tanda?"
          words="Cerrar tanda"
          busyWords="Cerrando..."
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
          <ActionProgress isBusy={isBusy} progress={progress} label="La tanda" doing="Cerrando" />
        </ActionDialog>
      )}
    </>
  )
}

const eachNamed = 3

function Closed({ batches }: { batches: BatchSummary[] }) {
  const [first, last] = [batches[0]!, batches.at(-1)!]
  const sum = (of: 'letters' | 'sheets') => batches.reduce((all, batch) => all + batch[of], 0)
  return (
    <div className={styles.notices}>
      <Notice kind="success">
        {batches.length > eachNamed ? (
          <>
            {batches.length} tandas cerradas, de <BatchLink batch={first} /> a <BatchLink batch={last} />:{' '}
            {letters(sum('letters'))}, {sheets(sum('sheets'))}.
          </>
        ) : (
          batches.map((batch) => (
            <span key={batch.batch}>
              Tanda <BatchLink batch={batch} /> cerrada: {letters(batch.letters)}, {sheets(batch.sheets)}
              .{' '}
            </span>
          ))
        )}
      </Notice>
    </div>
  )
}

const BatchLink = ({ batch: { batch } }: { batch: BatchSummary }) => (
  <Link href={addressOfBatch(batch)}>{batch}</Link>
)
