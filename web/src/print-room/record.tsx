import type { Acts } from '@lacre/letter/print-room/console-calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import {
  type AuditAction,
  auditActions,
  type DownloadReason,
  type ReturnReason,
  returnReasons,
} from '@lacre/letter/print-room/reasons.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ActionResult, useAction } from './actions.tsx'
import { readAuditEntries } from './calls.ts'
import { LiveData, useConsole, useLive } from './live-data.tsx'
import styles from './view.module.css'
import { addressOfBatch, addressOfLetter, Cell, Heading, NumberCell, RowName, Table } from './view.tsx'
import { downloadReasons, letters, reprintReasons, shortWhen } from './words.ts'

const isKnown = (act: string): act is AuditAction => Object.hasOwn(auditActions, act)

/** What a newer server writes down keeps its own name. */
const entryWords = (act: string): string => (isKnown(act) ? auditActions[act] : act)

const batchName = /^B\d+$/
/** Entries whose subject is no letter, though it looks like one. */
const ofOthers: readonly AuditAction[] = [
  'settle-concern',
  'add-operator',
  'change-rank',
  'remove-operator',
  'sign-in',
  'add-factor',
  'refuse-factor',
  'remove-factor',
  'remove-factors',
  'look-up-customer',
  'send-verification',
  'disable-account',
  'enable-account',
  'add-price',
  'remove-price',
]

/** What an entry is about, as one would call it, and where it is to be seen. */
function subjectOf(act: string, subject: string): { name: string; address?: string } {
  if (batchName.test(subject)) return { name: subject, address: addressOfBatch(subject) }
  const name = letterCode(subject)
  return isKnown(act) && ofOthers.includes(act) ? { name } : { name, address: addressOfLetter(subject) }
}

const isDownloadReason = (word: string): word is DownloadReason => Object.hasOwn(downloadReasons, word)
const isReturnReason = (note: string): note is ReturnReason => Object.hasOwn(returnReasons, note)

/** The reasons in a note stand there as codes, so that the record's words never change. */
function noteWords(act: string, note: string): string {
  if (act === 'returned' && isReturnReason(note)) return returnReasons[note]
  if (act.startsWith('mark-') && /^\d+$/.test(note)) return letters(Number(note))
  if (act.startsWith('download-')) {
    const [reason = '', ...rest] = note.split(' · ')
    return [isDownloadReason(reason) ? downloadReasons[reason] : reason, ...rest].join(' · ')
  }
  if (act !== 'reprint') return note
  return Object.entries(reprintReasons).reduce(
    (words, [code, name]) => words.replace(`: ${code}`, `: ${name.toLowerCase()}`),
    note,
  )
}

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
