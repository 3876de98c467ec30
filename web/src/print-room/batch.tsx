import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { BatchDetail } from '@lacre/letter/print-room-calls.ts'
import { BatchDeeds } from './batch-deeds.tsx'
import { BatchLetters } from './batch-letters.tsx'
import { readBatch } from './calls.ts'
import styles from './console.module.css'
import { useDoor } from './door.ts'
import { Heading } from './heading.tsx'
import { StageMark } from './mark.tsx'
import { Shown } from './shown.tsx'
import { useLive } from './use-live.ts'
import { addresses } from './use-view.ts'
import { longWhen } from './when.ts'
import { grams, letters, sheets } from './words.ts'

/** One batch: its figures, its files, its deeds, and each of its letters. */
export function Batch({ name }: { name: string }) {
  const { ledAway } = useDoor()
  const { live, reload, show } = useLive(readBatch, name, ledAway)
  return (
    <>
      <Link href={addresses.today} className={styles.back}>
        Hoy
      </Link>
      <Heading title={`Tanda ${live.is === 'shown' ? live.value.batch : name}`}>
        {live.is === 'shown' && <StageMark stage={live.value.stage} />}
      </Heading>
      <Shown live={live} loading="Cargando la tanda..." onReload={reload}>
        {(batch) => (
          <>
            <Facts batch={batch} />
            <BatchDeeds
              batch={{ ...batch, letters: batch.letters.length }}
              deeds="all"
              onChange={({ stage }) => show({ ...batch, stage })}
              onReload={reload}
            />
            <section className={styles.part} aria-labelledby="cartas">
              <h2 id="cartas">Sus cartas</h2>
              <BatchLetters batch={batch} onReload={reload} />
            </section>
          </>
        )}
      </Shown>
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
