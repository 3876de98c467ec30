import { keysOf } from '@lacre/letter/keys-of.ts'
import type { BatchDetail, BatchSummary, Marked } from '@lacre/letter/print-room/calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { queries, useAnswer } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { BackLink, Fact, Facts } from '../ui/display.tsx'
import {
  ActionDialog,
  type ActionDialogProps,
  ActionResult,
  queryKey,
  live,
  LiveData,
  RecordField,
  useAction,
} from './actions.tsx'
import { batchList, batchPdf, encloseCard, markBatch, markCard, postBatch, readBatch } from './calls.ts'
import { DownloadButton } from './download.tsx'
import styles from './view.module.css'
import { addresses, addressOfLetter, type Column, Heading, Part, StageTag, StateTag, Table } from './view.tsx'
import { grams, letters, longWhen, sheetNumbers, sheets } from './words.ts'

const participles = {
  printed: ['impresa', 'impresas'],
  enclosed: ['ensobrada', 'ensobradas'],
  posted: ['entregada a Correos', 'entregadas a Correos'],
} as const

type Held = Marked['held']
const sentences: Record<Held[number]['waitsFor'], [one: [string, string], many: [string, string]]> = {
  person: [
    ['No envíe esta carta: ', '. Alguien debe revisarla antes.'],
    ['No envíe estas cartas: ', '. Alguien debe revisarlas antes.'],
  ],
  reprint: [
    ['Esta carta se imprime otra vez: ', '. Márquela por separado cuando su nueva copia esté lista.'],
    ['Estas cartas se imprimen otra vez: ', '. Márquelas una a una cuando sus nuevas copias estén listas.'],
  ],
}

function HeldLetters({ waitsFor, held }: { waitsFor: keyof typeof sentences; held: Held }) {
  if (held.length === 0) return null
  const [before, after] = sentences[waitsFor][held.length === 1 ? 0 : 1]
  return (
    <p className={styles.refused}>
      {before}
      {held.map(({ place, id }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link href={addressOfLetter(id)}>n.º {place}</Link>
        </span>
      ))}
      {after}
    </p>
  )
}

/** The result of marking a batch, with the letters that were left out. */
function MarkingResult({
  action,
  marked: { done, before, held },
}: {
  action: keyof typeof participles
  marked: Marked
}) {
  const [one, many] = participles[action]
  return (
    <>
      <p>
        {letters(done)} {done === 1 ? one : many}.
        {before > 0 && ` ${before} ya lo ${before === 1 ? 'estaba' : 'estaban'}.`}
      </p>
      {/* An older server gives no reason; that counts as `person`. */}
      {keysOf(sentences).map((waitsFor) => (
        <HeldLetters
          key={waitsFor}
          waitsFor={waitsFor}
          held={held.filter((one) => (one.waitsFor === 'reprint') === (waitsFor === 'reprint'))}
        />
      ))}
    </>
  )
}

/** Confirms the handover to the post, since every sender gets a mail; takes the receipt number, if any. */
function PostedDialog({
  batch,
  onPosted,
  ...dialog
}: ActionDialogProps & { batch: BatchSummary; onPosted: (receipt: string) => void }) {
  const going = Math.max(0, batch.letters - batch.posted - batch.held - batch.reprinted)
  function post(written: Record<string, string>) {
    const receipt = written.receipt?.trim() ?? ''
    // A second Enter lands in the empty field; it must not mail every sender.
    const isInField = document.activeElement instanceof HTMLInputElement
    if (receipt || !isInField) onPosted(receipt)
  }
  return (
    <ActionDialog
      {...dialog}
      title={`¿Está ${batch.batch} en Correos?`}
      words="Entregada a Correos"
      busyWords="Marcando..."
      onSubmit={post}
    >
      <p>
        Se {going === 1 ? 'marca' : 'marcan'} {letters(going)} como {going === 1 ? 'entregada' : 'entregadas'}{' '}
        y cada remitente recibe un correo con la fecha estimada de llegada.
      </p>
      {batch.held > 0 && (
        <p>
          <strong>
            {letters(batch.held)} de la tanda no se {batch.held === 1 ? 'envía' : 'envían'}:
          </strong>{' '}
          alguien debe revisar{batch.held === 1 ? 'la' : 'las'} antes.
        </p>
      )}
      {batch.reprinted > 0 && (
        <p>
          {letters(batch.reprinted)} de la tanda se {batch.reprinted === 1 ? 'imprime' : 'imprimen'} otra vez
          y se {batch.reprinted === 1 ? 'marca' : 'marcan'} por separado.
        </p>
      )}
      <RecordField
        label="Número de resguardo"
        name="receipt"
        hint="El de Correos, si le han dado uno. Puede quedar vacío."
        maxLength={40}
        readOnly={dialog.action.isPending}
      />
    </ActionDialog>
  )
}

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
 * The files of a batch and its marking actions: only the next one, or all that are left (`actions`). The next action is one
 * button whose words change, so that it keeps the focus.
 */
export function BatchActions({
  batch,
  actions,
  onChange,
}: {
  batch: BatchSummary
  actions: 'next' | 'all'
  onChange: (batch: BatchSummary) => void
}) {
  const [asking, ask] = useState(false)
  const marking = useAction(
    ({ action, receipt }: { action: Action; receipt?: string }) =>
      action === 'posted'
        ? postBatch(batch.batch, receipt ? { receipt } : {})
        : markBatch(batch.batch, action),
    (_marked, { action }) => {
      ask(false)
      // The stage is certain; the next poll brings the counts.
      onChange({ ...batch, stage: action })
    },
  )
  const { isPending: isBusy, variables: sent } = marking
  const left = batch.isMade ? after[batch.stage] : []
  const offered = actions === 'next' ? left.slice(0, 1) : left

  function press(action: Action) {
    marking.reset()
    if (action === 'posted') ask(true)
    else marking.mutate({ action })
  }
  return (
    <div className={`stack start ${styles.withResult}`}>
      <div className={`row ${styles.buttons}`}>
        <DownloadButton
          call={(why) => batchPdf(batch.batch, why)}
          name={`el PDF de ${batch.batch}`}
          kind={batch.isMade ? 'secondary' : 'primary'}
        >
          PDF
        </DownloadButton>
        <DownloadButton call={(why) => batchList(batch.batch, why)} name={`la lista de ${batch.batch}`}>
          Lista
        </DownloadButton>
        {offered.map((action, place) => (
          <Button
            key={actions === 'next' ? 'next' : action}
            kind={place === 0 ? 'primary' : 'secondary'}
            className={styles.small ?? ''}
            isBusy={isBusy && sent?.action === action && !asking}
            disabled={isBusy}
            // The second press of a double click would mark the next stage.
            onClick={({ detail }) => detail > 1 || press(action)}
          >
            {isBusy && sent?.action === action && !asking ? 'Marcando...' : words[action]}
            <span className="visually-hidden"> ({batch.batch})</span>
          </Button>
        ))}
      </div>
      {!batch.isMade && batch.letters > 0 && (
        <p className="soft">Descargue su PDF e imprímalo a doble cara, sin ajustar el tamaño.</p>
      )}
      <ActionResult
        action={!asking && marking}
        message={
          marking.isSuccess && <MarkingResult action={marking.variables.action} marked={marking.data} />
        }
      />
      {asking && (
        <PostedDialog
          batch={batch}
          action={marking}
          onPosted={(receipt) => marking.mutate({ action: 'posted', receipt })}
          onClose={() => ask(false)}
        />
      )}
    </div>
  )
}

type LetterRow = BatchDetail['letters'][number]

const letterColumns = (isMade: boolean): Column<LetterRow>[] => [
  ['N.º', ({ place }) => place, 'number'],
  [
    'Carta',
    ({ id }) => (
      <Link href={addressOfLetter(id)} className={styles.code}>
        {letterCode(id)}
      </Link>
    ),
    'name',
  ],
  ['Hojas', ({ sheets }) => sheets, 'number'],
  [
    'Código postal',
    ({ postalCode, province }) => (
      <>
        {postalCode} <span className="soft">{province}</span>
      </>
    ),
  ],
  [
    'Estado',
    ({ state, enclosedAt, isHeld, attempt }) => (
      <>
        <StateTag state={state} isEnclosed={enclosedAt !== null} />
        {isHeld && <span className={`${styles.refused} ${styles.held}`}>No enviar</span>}
        {attempt > 1 && <span className="soft"> intento {attempt}</span>}
      </>
    ),
  ],
  ['Qué hacer', (letter) => <NextAction letter={letter} isMade={isMade} />, 'action'],
]
const letterWords = { printed: 'Impresa', enclosed: 'Ensobrada', posted: 'En Correos' } satisfies Record<
  Action,
  string
>

function findNextAction({ state, isHeld, enclosedAt }: LetterRow): Action | undefined {
  if (isHeld) return undefined
  if (state === 'batched') return 'printed'
  if (state === 'printed') return enclosedAt ? 'posted' : 'enclosed'
  return undefined
}

function NextAction({ letter, isMade }: { letter: LetterRow; isMade: boolean }) {
  const [isAsking, ask] = useState(false)
  const action = isMade ? findNextAction(letter) : undefined
  const marking = useAction(
    (wanted: Action) =>
      wanted === 'enclosed'
        ? // All sheets at once: without the scanner the operator has counted them.
          encloseCard(letter.id, { sheets: sheetNumbers(letter.sheets) })
        : markCard(letter.id, wanted),
    () => ask(false),
  )
  const isBusy = marking.isPending
  function press(wanted: Action) {
    marking.reset()
    if (wanted === 'posted') ask(true)
    else marking.mutate(wanted)
  }
  return (
    <div className={`stack start ${styles.withResult}`}>
      {action && (
        <Button
          kind="secondary"
          className={styles.small ?? ''}
          isBusy={isBusy && !isAsking}
          onClick={() => press(action)}
        >
          {isBusy && !isAsking ? 'Marcando...' : letterWords[action]}
          <span className="visually-hidden"> la carta {letter.place}</span>
        </Button>
      )}
      <ActionResult
        action={!isAsking && marking}
        message={
          marking.isSuccess && (
            <span className="visually-hidden">
              Carta {letter.place}: {letterWords[marking.variables].toLowerCase()}.
            </span>
          )
        }
      />
      {isAsking && (
        <ActionDialog
          title={`¿Está en Correos la carta ${letter.place}?`}
          words="Entregada a Correos"
          busyWords="Marcando..."
          action={marking}
          onSubmit={() => marking.mutate('posted')}
          onClose={() => ask(false)}
        >
          <p>Su remitente recibe un correo con la fecha estimada de llegada.</p>
        </ActionDialog>
      )}
    </div>
  )
}

export function Batch({ name }: { name: string }) {
  const key = queryKey('batch', name)
  const query = useAnswer(key, () => readBatch(name), live)
  return (
    <>
      <BackLink href={addresses.today}>Hoy</BackLink>
      <Heading title={`Tanda ${query.data?.batch ?? name}`}>
        {query.data && <StageTag stage={query.data.stage} />}
      </Heading>
      <LiveData query={query} loading="Cargando la tanda...">
        {(batch) => (
          <>
            <BatchFacts batch={batch} />
            <BatchActions
              batch={{ ...batch, letters: batch.letters.length }}
              actions="all"
              onChange={({ stage }) => queries.setQueryData(key, { ...batch, stage })}
            />
            <Part id="cartas" title="Sus cartas">
              <Table
                columns={letterColumns(batch.isMade)}
                rows={batch.letters}
                rowProps={({ id, isHeld }) => ({ key: id, 'data-held': isHeld || undefined })}
                aria-labelledby="cartas"
              />
            </Part>
          </>
        )}
      </LiveData>
    </>
  )
}

function BatchFacts({ batch }: { batch: BatchDetail }) {
  const steps = `${batch.printed} impresas, ${batch.enclosed} ensobradas, ${batch.posted} en Correos`
  return (
    <Facts values="beside">
      <Fact name="Contenido">
        {letters(batch.letters.length)}, {sheets(batch.sheets)}, {grams(batch.grams)}
        {batch.brackets.map(({ bracket, letters }) => ` · ${letters} hasta ${bracket} g`)}
      </Fact>
      <Fact name="Cerrada">
        {longWhen(batch.closedAt)} · {batch.closedBy}
      </Fact>
      <Fact name="Cómo va">{steps}</Fact>
      {batch.held > 0 && (
        <Fact name="Sin enviar">
          <strong className={`${styles.refused} ${styles.held}`}>
            {letters(batch.held)}: alguien debe revisarlas antes
          </strong>
        </Fact>
      )}
      {batch.reprinted > 0 && (
        <Fact name="Se imprimen otra vez">
          <strong className={`${styles.refused} ${styles.held}`}>
            {letters(batch.reprinted)}: cada una se marca por separado cuando su nueva copia esté lista
          </strong>
        </Fact>
      )}
      {batch.receipt && <Fact name="Resguardo de Correos">{batch.receipt}</Fact>}
      {batch.sha256 && (
        <Fact name="SHA-256 del PDF">
          <span className={styles.code}>{batch.sha256}</span>
        </Fact>
      )}
    </Facts>
  )
}
