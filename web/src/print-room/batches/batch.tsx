import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { BatchDetail } from '@lacre/letter/print-room/calls.ts'
import { BatchActions } from './batch-actions.tsx'
import { BatchLetters } from './batch-letters.tsx'
import { readBatch } from '../data/calls.ts'
import styles from '../view/console.module.css'
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
      <Link href={addresses.today} className={styles.back}>
        Hoy
      </Link>
      <Heading title={`Tanda ${live.is === 'shown' ? live.value.batch : name}`}>
        {live.is === 'shown' && <StageTag stage={live.value.stage} />}
      </Heading>
      <LiveData live={live} loading="Cargando la tanda..." onReload={reload}>
        {(batch) => (
          <>
            <Facts batch={batch} />
            <BatchActions
              batch={{ ...batch, letters: batch.letters.length }}
              actions="all"
              onChange={({ stage }) => show({ ...batch, stage })}
              onReload={reload}
            />
            <section className={styles.part} aria-labelledby="cartas">
              <h2 id="cartas">Sus cartas</h2>
              <BatchLetters batch={batch} onReload={reload} />
            </section>
          </>
        )}
      </LiveData>
    </>
  )
}

function Facts({ batch }: { batch: BatchDetail }) {
  const steps = `${batch.printed} impresas, ${batch.enclosed} ensobradas, ${batch.posted} en Correos`
  return (
    <dl className={styles.facts}>
      <Fact name="Contenido">
        {letters(batch.letters.length)}, {sheets(batch.sheets)}, {grams(batch.grams)}
        {batch.brackets.map(({ bracket, letters }) => ` · ${letters} hasta ${bracket} g`)}
      </Fact>
      <Fact name="Cerrada">
        {longWhen(batch.closedAt)}, por {batch.closedBy}
      </Fact>
      <Fact name="Cómo va">{steps}</Fact>
      {batch.held > 0 && (
        <Fact name="Sin enviar">
          <strong className={styles.held}>{letters(batch.held)}: alguien debe revisarlas antes</strong>
        </Fact>
      )}
      {batch.receipt && <Fact name="Resguardo de Correos">{batch.receipt}</Fact>}
      {batch.sha256 && (
        <Fact name="SHA-256 del PDF">
          <span className={styles.code}>{batch.sha256}</span>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
