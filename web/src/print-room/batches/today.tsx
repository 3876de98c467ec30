import { useState } from 'react'
import type { BatchSummary, PrintRoomOverview } from '@lacre/letter/print-room/calls.ts'
import { newestBatchesShown } from '@lacre/letter/print-room/names.ts'
import { Button } from '../../ui/button.tsx'
import batchStyles from './batches.module.css'
import { BatchTable } from './batch-table.tsx'
import { readBatches } from '../data/calls.ts'
import { Part } from '../view/part.tsx'
import styles from '../view/view.module.css'
import { Heading } from '../view/heading.tsx'
import { ActionResult } from '../actions/action-result.tsx'
import { LiveData } from '../data/live-data.tsx'
import { useAction } from '../actions/use-action.ts'
import { isOutdated } from '../data/is-outdated.ts'
import { useLive, type Live } from '../data/use-live.ts'
import { Waiting } from './waiting.tsx'
import { clockTime } from '../words/when.ts'

/** What waits, when it leaves, and the newest batches with their next action. */
export function Today({
  live,
  onReload,
}: {
  live: Extract<Live<PrintRoomOverview>, { is: 'shown' }>
  onReload: () => void
}) {
  const { newest } = live.value
  return (
    <>
      <Heading title="Hoy">
        <AsOf at={live.at} onReload={onReload} />
      </Heading>
      <LiveData live={live} loading="" onReload={onReload}>
        {(overview) => <Waiting overview={overview} onReload={onReload} />}
      </LiveData>
      <Part id="tandas" title="Últimas tandas">
        {newest.length ? (
          <Batches key={newest[0]?.batch} newest={newest} onReload={onReload} />
        ) : (
          <p className={styles.none}>
            Todavía no se ha cerrado ninguna tanda. La primera aparecerá aquí con su PDF y su lista.
          </p>
        )}
      </Part>
    </>
  )
}

const andIgnored = () => true

/** Of when the data are. A console stays open for days: a newer one on the server is said here, where a day is begun. */
function AsOf({ at, onReload }: { at: Date; onReload: () => void }) {
  const { live } = useLive(isOutdated, '', andIgnored)
  const isOld = live.is === 'shown' && live.value
  return (
    <p className={batchStyles.asOf}>
      <span role="status">{isOld && 'Hay una versión nueva'}</span>
      {!isOld && `Datos de las ${clockTime(at)}`}{' '}
      <Button kind="quiet" onClick={isOld ? () => location.reload() : onReload}>
        {isOld ? 'Recargar la página' : 'Actualizar'}
      </Button>
    </p>
  )
}

/** Those of the overview, and older ones when somebody asks. */
function Batches({ newest, onReload }: { newest: BatchSummary[]; onReload: () => void }) {
  const [older, setOlder] = useState<BatchSummary[]>([])
  const [isAll, setAll] = useState(newest.length < newestBatchesShown)
  const { status, isBusy, run } = useAction()
  const shown = [...newest, ...older]
  const last = shown.at(-1)?.batch ?? ''

  const change = (changed: BatchSummary) =>
    setOlder((was) => was.map((one) => (one.batch === changed.batch ? { ...one, ...changed } : one)))
  const showMore = () =>
    run(
      () => readBatches(last),
      ({ batches, next }) => {
        setOlder((was) => [...was, ...batches])
        setAll(next === null)
      },
    )
  return (
    <>
      <BatchTable batches={shown} onChange={change} onReload={onReload} />
      {!isAll && (
        <Button kind="secondary" isBusy={isBusy} onClick={() => void showMore()}>
          {isBusy ? 'Cargando...' : 'Ver tandas anteriores'}
        </Button>
      )}
      <ActionResult status={status} />
    </>
  )
}
