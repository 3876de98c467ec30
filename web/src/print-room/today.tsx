import { day as asDay, longDate } from '@lacre/letter/days.ts'
import type { BatchSummary, PrintRoomOverview } from '@lacre/letter/print-room/calls.ts'
import { newestBatchesShown } from '@lacre/letter/print-room/names.ts'
import { count } from '@lacre/letter/words.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { ask } from '../api.ts'
import { useAnswer } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Fact } from '../ui/display.tsx'
import { Notice } from '../ui/notice.tsx'
import { ActionDialog, ActionResult, live, LiveData, useAction } from './actions.tsx'
import { BatchActions } from './batch.tsx'
import batchesStyles from './batches.module.css'
import { closeAll, closeBatch, readBatches } from './calls.ts'
import styles from './view.module.css'
import { addressOfBatch, type Column, Heading, Part, StageTag, Table } from './view.tsx'
import { clockTime, comingWhen, grams, letters, longWhen, sheets, shortWhen } from './words.ts'

const ours = new URL(import.meta.url).pathname

/**
 * Whether the server has another build than this page: its page then names other files than this one, since file names
 * change with their content. In development always false.
 */
export const isOutdated = () =>
  ask<boolean>(
    { method: 'GET', path: '/print-room' },
    async (page) => ours.startsWith('/assets/') && !(await page.text()).includes(ours),
  )

const batchColumns = (onChange: (batch: BatchSummary) => void): Column<BatchSummary>[] => [
  ['Tanda', (batch) => <BatchLink batch={batch} />, 'name'],
  [
    'Cerrada',
    ({ closedAt, closedBy }) => (
      <>
        {shortWhen(closedAt)}
        <span className="soft"> {closedBy}</span>
      </>
    ),
  ],
  ['Cartas', ({ letters }) => letters, 'number'],
  ['Hojas', ({ sheets }) => sheets, 'number'],
  ['Peso', (batch) => grams(batch.grams), 'number'],
  [
    'Estado',
    ({ stage, held, reprinted }) => (
      <>
        <StageTag stage={stage} />
        {held > 0 && <span className={`${styles.refused} ${styles.held}`}>{held} sin enviar</span>}
        {reprinted > 0 && (
          <span className={`${styles.refused} ${styles.held}`}>{reprinted} por reimprimir</span>
        )}
      </>
    ),
  ],
  ['Qué hacer', (batch) => <BatchActions batch={batch} actions="next" onChange={onChange} />, 'action'],
]

/** `Cerrar tanda`, with a confirmation: its letters can no longer be cancelled (design/letter.md#cancel-until-closed). */
function CloseButton({ waiting }: Pick<PrintRoomOverview, 'waiting'>) {
  const [isOpen, open] = useState(false)
  const [closed, setClosed] = useState<BatchSummary[]>([])
  const closing = useAction(
    () => closeAll(closeBatch, setClosed),
    () => open(false),
  )
  return (
    <>
      {/* Not disabled at zero: letters may have arrived since, and the server knows. */}
      <Button
        kind={waiting.letters ? 'primary' : 'secondary'}
        onClick={() => {
          closing.reset()
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
          action={closing}
          onSubmit={() => closing.mutate()}
          onClose={() => open(false)}
        >
          <p>
            <strong>
              {letters(waiting.letters)}, {sheets(waiting.sheets)}, {grams(waiting.grams)}.
            </strong>{' '}
            Al cerrarla ya no podrán cancelarse: hay que imprimirlas y enviarlas.
          </p>
          <p className="soft">También entrarán las que se paguen mientras decide.</p>
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
    <div className="list parts">
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

/** The letters waiting for the next batch, and when it closes. */
function Waiting({ overview: { waiting, later, nextCutOff, now } }: { overview: PrintRoomOverview }) {
  return (
    <section className={`stack sheet ${batchesStyles.waiting}`} aria-labelledby="espera">
      <h2 id="espera" className="subtitle">
        En espera
      </h2>
      <dl className={`row ${batchesStyles.totals}`}>
        <Fact name={waiting.letters === 1 ? 'carta' : 'cartas'}>{waiting.letters}</Fact>
        <Fact name={waiting.sheets === 1 ? 'hoja' : 'hojas'}>{waiting.sheets}</Fact>
        <Fact name="de peso">{grams(waiting.grams)}</Fact>
        {waiting.brackets.map(({ bracket, letters }) => (
          <Fact key={bracket} name={`hasta ${bracket} g`}>
            {letters}
          </Fact>
        ))}
      </dl>
      <div className="list start">
        <p>
          {nextCutOff
            ? `Se cierra sola ${comingWhen(nextCutOff, now)}.`
            : 'Las tandas se cierran solo a mano.'}{' '}
          {waiting.oldest && (
            <span className="soft">La más antigua espera desde el {longWhen(waiting.oldest)}.</span>
          )}
        </p>
        <CloseButton waiting={waiting} />
      </div>
      {later.length > 0 && <Later later={later} />}
    </section>
  )
}

/** Letters for a later posting day, which no batch takes yet (design/letter.md#posting-day). */
function Later({ later }: Pick<PrintRoomOverview, 'later'>) {
  const letters = later.reduce((sum, day) => sum + day.letters, 0)
  return (
    <details>
      <summary>Para otro día: {count(letters, 'carta', 'cartas')}</summary>
      <ul className={batchesStyles.later}>
        {later.map(({ day, letters: ofDay }) => (
          <li key={day}>
            {longDate(asDay(day))}: {count(ofDay, 'carta', 'cartas')}
          </li>
        ))}
      </ul>
    </details>
  )
}

export function Today({ overview }: { overview: UseQueryResult<PrintRoomOverview> }) {
  return (
    <>
      <Heading title="Hoy">
        <AsOf at={new Date(overview.dataUpdatedAt)} onReload={() => void overview.refetch()} />
      </Heading>
      <LiveData query={overview} loading="">
        {(shown) => (
          <>
            <Waiting overview={shown} />
            <Part id="tandas" title="Últimas tandas">
              {shown.newest.length ? (
                <Batches key={shown.newest[0]?.batch} newest={shown.newest} />
              ) : (
                <p className={`none ${styles.none}`}>
                  Todavía no se ha cerrado ninguna tanda. La primera aparecerá aquí con su PDF y su lista.
                </p>
              )}
            </Part>
          </>
        )}
      </LiveData>
    </>
  )
}

/** The age of the data, or that the server has a newer build: a console stays open for days. */
function AsOf({ at, onReload }: { at: Date; onReload: () => void }) {
  const { data: isOld = false } = useAnswer(['is-outdated'], isOutdated, live)
  return (
    <p className={`soft ${batchesStyles.asOf}`}>
      <span role="status">{isOld && 'Hay una versión nueva'}</span>
      {!isOld && `Datos de las ${clockTime(at)}`}{' '}
      <Button kind="quiet" onClick={isOld ? () => location.reload() : onReload}>
        {isOld ? 'Recargar la página' : 'Actualizar'}
      </Button>
    </p>
  )
}

/** The batches of the overview, and older ones on request. */
function Batches({ newest }: { newest: BatchSummary[] }) {
  const [older, setOlder] = useState<BatchSummary[]>([])
  const [isAll, setAll] = useState(newest.length < newestBatchesShown)
  const asking = useAction(readBatches, ({ batches, next }) => {
    setOlder((was) => [...was, ...batches])
    setAll(next === null)
  })
  const shown = [...newest, ...older]

  const change = (changed: BatchSummary) =>
    setOlder((was) => was.map((one) => (one.batch === changed.batch ? { ...one, ...changed } : one)))
  return (
    <>
      <Table
        columns={batchColumns(change)}
        rows={shown}
        rowProps={({ batch }) => ({ key: batch })}
        aria-labelledby="tandas"
      />
      {!isAll && (
        <Button
          kind="secondary"
          isBusy={asking.isPending}
          onClick={() => asking.mutate(shown.at(-1)?.batch ?? '')}
        >
          {asking.isPending ? 'Cargando...' : 'Ver tandas anteriores'}
        </Button>
      )}
      <ActionResult action={asking} />
    </>
  )
}
