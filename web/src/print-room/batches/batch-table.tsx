import { Link } from 'wouter'
import type { BatchSummary } from '@lacre/letter/print-room/calls.ts'
import { BatchActions } from './batch-actions.tsx'
import styles from '../view/view.module.css'
import { StageTag } from '../view/tags.tsx'
import { ActionCell, Cell, NumberCell, RowName, Table } from '../view/table.tsx'
import { addressOfBatch } from '../view/use-view.ts'
import { shortWhen } from '../words/when.ts'
import { grams } from '../words/words.ts'

/** Batches as rows, with how far they are and what comes next. */
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
    <Table
      columns={['Tanda', 'Cerrada', 'Cartas', 'Hojas', 'Peso', 'Estado', 'Qué hacer']}
      numbers={['Cartas', 'Hojas', 'Peso']}
      aria-labelledby="tandas"
    >
      {batches.map((batch) => (
        <tr key={batch.batch} role="row">
          <RowName>
            <Link href={addressOfBatch(batch.batch)}>{batch.batch}</Link>
          </RowName>
          <Cell column="Cerrada">
            {shortWhen(batch.closedAt)}
            <span className={styles.soft}> {batch.closedBy}</span>
          </Cell>
          <NumberCell column="Cartas">{batch.letters}</NumberCell>
          <NumberCell column="Hojas">{batch.sheets}</NumberCell>
          <NumberCell column="Peso">{grams(batch.grams)}</NumberCell>
          <Cell column="Estado">
            <StageTag stage={batch.stage} />
            {batch.held > 0 && <span className={styles.held}>{batch.held} sin enviar</span>}
            {batch.reprinted > 0 && <span className={styles.held}>{batch.reprinted} por reimprimir</span>}
          </Cell>
          <ActionCell>
            <BatchActions batch={batch} actions="next" onChange={onChange} onReload={onReload} />
          </ActionCell>
        </tr>
      ))}
    </Table>
  )
}
