import { Link } from 'wouter'
import type { BatchSummary } from '@lacre/letter/print-room/calls.ts'
import { BatchActions } from './batch-actions.tsx'
import styles from '../view/console.module.css'
import { StageTag } from '../view/tags.tsx'
import { rowKeys } from '../keyboard/row-keys.ts'
import { addressOfBatch } from '../view/use-view.ts'
import { shortWhen } from '../words/when.ts'
import { grams } from '../words/words.ts'

const numbers = ['Cartas', 'Hojas', 'Peso']

/** Batches as rows, with how far they are and what comes next. The roles stay when narrow pages stack the cells. */
export function BatchTable({
  batches,
  onChange,
  onReload,
}: {
  batches: BatchSummary[]
  onChange: (batch: BatchSummary) => void
  onReload: () => void
}) {
  return (
    <table className={styles.table} role="table" aria-labelledby="tandas">
      <thead role="rowgroup">
        <tr role="row">
          {['Tanda', 'Cerrada', 'Cartas', 'Hojas', 'Peso', 'Estado', 'Qué hacer'].map((name) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={numbers.includes(name) ? styles.number : undefined}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" onKeyDown={rowKeys}>
        {batches.map((batch) => (
          <tr key={batch.batch} role="row">
            <th role="rowheader" scope="row">
              <Link href={addressOfBatch(batch.batch)}>{batch.batch}</Link>
            </th>
            <td role="cell" data-name="Cerrada">
              {shortWhen(batch.closedAt)}
              <span className={styles.soft}> {batch.closedBy}</span>
            </td>
            <td role="cell" data-name="Cartas" className={styles.number}>
              {batch.letters}
            </td>
            <td role="cell" data-name="Hojas" className={styles.number}>
              {batch.sheets}
            </td>
            <td role="cell" data-name="Peso" className={styles.number}>
              {grams(batch.grams)}
            </td>
            <td role="cell" data-name="Estado">
              <StageTag stage={batch.stage} />
              {batch.held > 0 && <span className={styles.held}>{batch.held} sin enviar</span>}
            </td>
            <td role="cell" className={styles.action}>
              <BatchActions batch={batch} actions="next" onChange={onChange} onReload={onReload} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
