import type { BatchDetail } from '@lacre/letter/print-room/calls.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Fact, Facts } from '../../ui/display/facts.tsx'
import { BatchActions } from './batch-actions.tsx'
import { BatchLetters } from './batch-letters.tsx'
import { readBatch } from '../data/calls.ts'
import { Part } from '../view/part.tsx'
import styles from '../view/view.module.css'
import { useConsole } from '../data/console-context.ts'
import { Heading } from '../view/heading.tsx'
import { StageTag } from '../view/tags.tsx'
import { LiveData } from '../data/live-data.tsx'
import { useLive } from '../data/use-live.ts'
import { addresses } from '../view/use-view.ts'
import { longWhen } from '../words/when.ts'
import { grams, letters, sheets } from '../words/words.ts'

/** One batch: its figures, its files, its actions, and each of its letters. */
export function Batch({ name }: { name: string }) {
  const { redirectIfUnauthorized } = useConsole()
  const { live, reload, show } = useLive(readBatch, name, redirectIfUnauthorized)
  return (
    <>
      <BackLink href={addresses.today}>Hoy</BackLink>
      <Heading title={`Tanda ${live.is === 'shown' ? live.value.batch : name}`}>
        {live.is === 'shown' && <StageTag stage={live.value.stage} />}
      </Heading>
      <LiveData live={live} loading="Cargando la tanda..." onReload={reload}>
        {(batch) => (
          <>
            <BatchFacts batch={batch} />
            <BatchActions
              batch={{ ...batch, letters: batch.letters.length }}
              actions="all"
              onChange={({ stage }) => show({ ...batch, stage })}
              onReload={reload}
            />
            <Part id="cartas" title="Sus cartas">
              <BatchLetters batch={batch} onReload={reload} />
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
          <strong className={styles.held}>{letters(batch.held)}: alguien debe revisarlas antes</strong>
        </Fact>
      )}
      {batch.reprinted > 0 && (
        <Fact name="Se imprimen otra vez">
          <strong className={styles.held}>
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
