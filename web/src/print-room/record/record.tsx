import { useState } from 'react'
import { Link } from 'wouter'
import type { Acts } from '@lacre/letter/print-room/console-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { entryWords, noteWords, subjectOf } from './entry-words.ts'
import { readAuditEntries } from '../data/calls.ts'
import styles from '../view/view.module.css'
import { useConsole } from '../data/console-context.ts'
import { Heading } from '../view/heading.tsx'
import { ActionResult } from '../actions/action-result.tsx'
import { Cell, NumberCell, RowName, Table } from '../view/table.tsx'
import { LiveData } from '../data/live-data.tsx'
import { useAction } from '../actions/use-action.ts'
import { useLive } from '../data/use-live.ts'
import { shortWhen } from '../words/when.ts'

type Entry = Acts['acts'][number]
const newest = () => readAuditEntries()

/** Who did what, and whether the record is still as it was written. */
export function Record() {
  const { redirectIfUnauthorized } = useConsole()
  const { live, reload } = useLive(newest, '', redirectIfUnauthorized)
  return (
    <>
      <Heading title="Registro" />
      <LiveData live={live} loading="Cargando el registro..." onReload={reload}>
        {(first) => (
          <>
            <Chain chain={first.chain} />
            <Pages first={first} />
          </>
        )}
      </LiveData>
    </>
  )
}

const Chain = ({ chain }: Pick<Acts, 'chain'>) =>
  chain === 'whole' ? (
    <Notice kind="success">La cadena está entera: nadie ha cambiado ni borrado nada.</Notice>
  ) : (
    <Notice kind="error">
      La cadena está rota en el acto {chain.brokenAt}: alguien ha cambiado el registro por fuera. Avise a
      quien administra el servidor.
    </Notice>
  )

function Pages({ first }: { first: Acts }) {
  const [older, setOlder] = useState<Entry[]>([])
  const [end, setEnd] = useState<{ next: number | null }>()
  const { status, isBusy, run } = useAction()
  const oldest = older.at(-1)?.seq ?? first.acts.at(-1)?.seq
  const next = end ? end.next : first.next
  // New entries push the first page on; what was on it then is not shown twice, and not left out.
  const since = older[0]?.seq ?? 0
  const entries = [...first.acts.filter(({ seq }) => seq > since), ...older]
  const showMore = () =>
    run(
      () => readAuditEntries(oldest),
      (page) => {
        setOlder([...entries.filter(({ seq }) => seq > (page.acts[0]?.seq ?? 0)), ...page.acts])
        setEnd({ next: page.next })
      },
    )
  if (!entries.length) return <p className={styles.none}>Todavía no se ha hecho nada en la imprenta.</p>
  return (
    <>
      <Table columns={['N.º', 'Cuándo', 'Quién', 'Qué', 'De qué', 'Nota']} aria-label="Actos">
        {entries.map((entry) => (
          <Row key={entry.seq} entry={entry} />
        ))}
      </Table>
      {next !== null && (
        <Button kind="secondary" isBusy={isBusy} onClick={() => void showMore()}>
          {isBusy ? 'Cargando...' : 'Ver anteriores'}
        </Button>
      )}
      <ActionResult status={status} />
    </>
  )
}

function Row({ entry: { seq, at, operator, act, subject, note, hash } }: { entry: Entry }) {
  const { name, address } = subjectOf(act, subject)
  return (
    <tr role="row" title={`SHA-256 ${hash}`}>
      <NumberCell column="N.º">{seq}</NumberCell>
      <Cell column="Cuándo">{shortWhen(at)}</Cell>
      <Cell column="Quién">{operator}</Cell>
      <RowName> {entryWords(act)}</RowName>
      <Cell column="De qué" className={styles.code}>
        {address ? <Link href={address}>{name}</Link> : name}
      </Cell>
      <Cell column="Nota" className={styles.code}>
        {noteWords(act, note)}
      </Cell>
    </tr>
  )
}
