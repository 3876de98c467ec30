import { useState, type ReactNode } from 'react'
import type { BatchSummary, Marked } from '@lacre/letter/print-room-calls.ts'
import { Button } from '../ui/button.tsx'
import { batchFile, markBatch, postBatch } from './calls.ts'
import styles from './console.module.css'
import { DownloadButton } from './download-button.tsx'
import { Outcome } from './outcome.tsx'
import { PostedDialog } from './posted-dialog.tsx'
import { Marking } from './marking.tsx'
import { useDeed } from './use-deed.ts'

type Deed = 'printed' | 'enclosed' | 'posted'
const words = {
  printed: 'Marcar impresa',
  enclosed: 'Marcar ensobrada',
  posted: 'Entregada a Correos',
} satisfies Record<Deed, string>
const after = {
  closed: ['printed', 'enclosed', 'posted'],
  printed: ['enclosed', 'posted'],
  enclosed: ['posted'],
  posted: [],
} as const satisfies Record<BatchSummary['stage'], readonly Deed[]>

/**
 * The files of a batch and what can be marked of it: the next deed only, or all that are left (`deeds`). The next deed
 * is one button whose words change, so that the focus stays on it.
 */
export function BatchDeeds({
  batch,
  deeds,
  onChange,
  onReload,
}: {
  batch: BatchSummary
  deeds: 'next' | 'all'
  onChange: (batch: BatchSummary) => void
  onReload: () => void
}) {
  const [asking, ask] = useState(false)
  const [pressed, setPressed] = useState<Deed>()
  const [said, say] = useState<ReactNode>()
  const { doing, isBusy, run, forget } = useDeed(onReload)
  const left = batch.isMade ? after[batch.stage] : []
  const offered = deeds === 'next' ? left.slice(0, 1) : left

  const done = (deed: Deed) => (marked: Marked) => {
    ask(false)
    say(<Marking deed={deed} marked={marked} />)
    // The next answer of the server tells the counts; the stage is certain already.
    onChange({ ...batch, stage: deed })
    onReload()
  }
  function press(deed: Deed) {
    setPressed(deed)
    forget()
    if (deed === 'posted') ask(true)
    else void run(() => markBatch(batch.batch, deed), done(deed))
  }
  return (
    <div className={styles.deeds}>
      <div className={styles.buttons}>
        <DownloadButton
          call={() => batchFile(batch.batch, 'pdf')}
          name={`PDF de ${batch.batch}`}
          kind={batch.isMade ? 'secondary' : 'primary'}
          onReload={onReload}
        >
          PDF
        </DownloadButton>
        <DownloadButton
          call={() => batchFile(batch.batch, 'csv')}
          name={`Lista de ${batch.batch}`}
          onReload={onReload}
        >
          Lista
        </DownloadButton>
        {offered.map((deed, place) => (
          <Button
            key={deeds === 'next' ? 'next' : deed}
            kind={place === 0 ? 'primary' : 'secondary'}
            className={styles.small ?? ''}
            isBusy={isBusy && pressed === deed && !asking}
            disabled={isBusy}
            onClick={() => press(deed)}
          >
            {isBusy && pressed === deed && !asking ? 'Marcando...' : words[deed]}
            <span className="visually-hidden"> ({batch.batch})</span>
          </Button>
        ))}
      </div>
      {!batch.isMade && batch.letters > 0 && (
        <p className={styles.soft}>Descargue su PDF e imprímalo a doble cara, sin ajustar el tamaño.</p>
      )}
      <Outcome doing={asking ? { is: 'ready' } : doing} said={said} />
      <PostedDialog
        isOpen={asking}
        batch={batch}
        doing={doing}
        onPosted={(receipt) =>
          void run(() => postBatch(batch.batch, receipt ? { receipt } : {}), done('posted'))
        }
        onClose={() => ask(false)}
      />
    </div>
  )
}
