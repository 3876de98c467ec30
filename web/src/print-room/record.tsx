import { useState } from 'react'
import { Link } from 'wouter'
import type { Acts } from '@lacre/letter/print-room-calls.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { actWords, noteWords, subjectOf } from './act-words.ts'
import { readActs } from './calls.ts'
import styles from './console.module.css'
import { useDoor } from './door.ts'
import { Heading } from './heading.tsx'
import { Outcome } from './outcome.tsx'
import { rowKeys } from './rows.ts'
import { Shown } from './shown.tsx'
import { useDeed } from './use-deed.ts'
import { useLive } from './use-live.ts'
import { shortWhen } from './when.ts'

type Act = Acts['acts'][number]
const newest = () => readActs()

/** Who did what, and whether the record is still as it was written. */
export function Record() {
  const { ledAway } = useDoor()
  const { live, reload } = useLive(newest, '', ledAway)
  return (
    <>
      <Heading title="Registro" />
      <Shown live={live} loading="Cargando el registro..." onReload={reload}>
        {(first) => (
          <>
            <Chain chain={first.chain} />
            <Pages first={first} />
          </>
        )}
      </Shown>
    </>
  )
}

const Chain = ({ chain }: Pick<Acts, 'chain'>) =>
  chain === 'whole' ? (
    <Notice kind="success">La cadena está entera: nadie ha cambiado ni borrado nada.</Notice>
  ) : (
    <Notice kind="error">
      La cadena está rota en el acto {chain.brokenAt}: alguien ha cambiado el registro por fuera. Avise a
      quien administra la casa.
    </Notice>
  )

function Pages({ first }: { first: Acts }) {
  const [older, setOlder] = useState<Act[]>([])
  const [end, setEnd] = useState<{ next: number | null }>()
  const { doing, isBusy, run } = useDeed()
  const oldest = older.at(-1)?.seq ?? first.acts.at(-1)?.seq
  const next = end ? end.next : first.next
  // New acts push the first page on; what was on it then is not shown twice, and not left out.
  const since = older[0]?.seq ?? 0
  const acts = [...first.acts.filter(({ seq }) => seq > since), ...older]
  const showMore = () =>
    run(
      () => readActs(oldest),
      (page) => {
        setOlder([...acts.filter(({ seq }) => seq > (page.acts[0]?.seq ?? 0)), ...page.acts])
        setEnd({ next: page.next })
      },
    )
  if (!acts.length) return <p className={styles.none}>Todavía no se ha hecho nada en la imprenta.</p>
  return (
    <>
      <table className={styles.table} role="table" aria-label="Actos">
        <thead role="rowgroup">
          <tr role="row">
            {['N.º', 'Cuándo', 'Quién', 'Qué', 'De qué', 'Nota'].map((name) => (
              <th key={name} role="columnheader" scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" onKeyDown={rowKeys}>
          {acts.map((act) => (
            <Row key={act.seq} act={act} />
          ))}
        </tbody>
      </table>
      {next !== null && (
        <Button kind="secondary" isBusy={isBusy} onClick={() => void showMore()}>
          {isBusy ? 'Cargando...' : 'Ver anteriores'}
        </Button>
      )}
      <Outcome doing={doing} />
    </>
  )
}

function Row({ act: { seq, at, operator, act, subject, note, hash } }: { act: Act }) {
  const { name, address } = subjectOf(act, subject)
  return (
    <tr role="row" title={`SHA-256 ${hash}`}>
      <td role="cell" data-name="N.º" className={styles.number}>
        {seq}
      </td>
      <td role="cell" data-name="Cuándo">
        {shortWhen(at)}
      </td>
      <td role="cell" data-name="Quién">
        {operator}
      </td>
      <th role="rowheader" scope="row">
        {actWords(act)}
      </th>
      <td role="cell" data-name="De qué" className={styles.code}>
        {address ? <Link href={address}>{name}</Link> : name}
      </td>
      <td role="cell" data-name="Nota" className={styles.code}>
        {noteWords(act, note)}
      </td>
    </tr>
  )
}
