import { useState, type ReactNode } from 'react'
import type { BatchSummary, Marked } from '@lacre/letter/print-room/calls.ts'
import { Button } from '../../ui/button.tsx'
import { batchList, batchPdf, markBatch, postBatch } from '../data/calls.ts'
import actionStyles from '../actions/actions.module.css'
import styles from '../view/view.module.css'
import { DownloadButton } from '../actions/download-button.tsx'
import { ActionResult } from '../actions/action-result.tsx'
import { PostedDialog } from './posted-dialog.tsx'
import { MarkingResult } from './marking-result.tsx'
import { useAction } from '../actions/use-action.ts'

type Action = 'printed' | 'enclosed' | 'posted'
const words = {
  printed: 'Marcar impresa',
  enclosed: 'Marcar ensobrada',
  posted: 'Entregada a Correos',
} satisfies Record<Action, string>
const after = {
  closed: ['printed', 'enclosed', 'posted'],
  printed: ['enclosed', 'posted'],
  enclosed: ['posted'],
  posted: [],
} as const satisfies Record<BatchSummary['stage'], readonly Action[]>

/**
 * The files of a batch and what can be marked of it: the next action only, or all that are left (`actions`). The next action
 * is one button whose words change, so that the focus stays on it.
 */
export function BatchActions({
  batch,
  actions,
  onChange,
  onReload,
}: {
  batch: BatchSummary
  actions: 'next' | 'all'
  onChange: (batch: BatchSummary) => void
  onReload: () => void
}) {
  const [asking, ask] = useState(false)
  const [pressed, setPressed] = useState<Action>()
  const [message, setMessage] = useState<ReactNode>()
  const { status, isBusy, run, reset } = useAction(onReload)
  const left = batch.isMade ? after[batch.stage] : []
  const offered = actions === 'next' ? left.slice(0, 1) : left

  const done = (action: Action) => (marked: Marked) => {
    ask(false)
    setMessage(<MarkingResult action={action} marked={marked} />)
    // The next answer of the server tells the counts; the stage is certain already.
    onChange({ ...batch, stage: action })
    onReload()
  }
  function press(action: Action) {
    setPressed(action)
    reset()
    if (action === 'posted') ask(true)
    else void run(() => markBatch(batch.batch, action), done(action))
  }
  return (
    <div className={actionStyles.withResult}>
      <div className={actionStyles.buttons}>
        <DownloadButton
          call={(why, tell) => batchPdf(batch.batch, why, tell)}
          isLong
          name={`el PDF de ${batch.batch}`}
          kind={batch.isMade ? 'secondary' : 'primary'}
          onReload={onReload}
        >
          PDF
        </DownloadButton>
        <DownloadButton
          call={(why) => batchList(batch.batch, why)}
          name={`la lista de ${batch.batch}`}
          onReload={onReload}
        >
          Lista
        </DownloadButton>
        {offered.map((action, place) => (
          <Button
            key={actions === 'next' ? 'next' : action}
            kind={place === 0 ? 'primary' : 'secondary'}
            className={actionStyles.small ?? ''}
            isBusy={isBusy && pressed === action && !asking}
            disabled={isBusy}
            onClick={() => press(action)}
          >
            {isBusy && pressed === action && !asking ? 'Marcando...' : words[action]}
            <span className="visually-hidden"> ({batch.batch})</span>
          </Button>
        ))}
      </div>
      {!batch.isMade && batch.letters > 0 && (
        <p className={styles.soft}>Descargue su PDF e imprímalo a doble cara, sin ajustar el tamaño.</p>
      )}
      <ActionResult status={asking ? { is: 'ready' } : status} message={message} />
      {asking && (
        <PostedDialog
          batch={batch}
          status={status}
          onPosted={(receipt) =>
            void run(() => postBatch(batch.batch, receipt ? { receipt } : {}), done('posted'))
          }
          onClose={() => ask(false)}
        />
      )}
    </div>
  )
}
