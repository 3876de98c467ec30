import type { Acts } from '@lacre/letter/print-room/console-calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import {
  type AuditAction,
  auditActions,
  type DownloadReason,
  type ReturnReason,
  returnReasons,
} from '@lacre/letter/print-room/reasons.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { queries, take } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { readAuditEntries } from './calls.ts'
import { keyOf, live, LiveData } from './actions.tsx'
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

/** Who did what, and whether the record is still as it was written. */
export function Record() {
  const query = useInfiniteQuery(
    {
      ...live,
      queryKey: keyOf('record'),
      queryFn: ({ pageParam }) => take(readAuditEntries(pageParam)),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }: Acts) => next ?? undefined,
    },
    queries,
  )
  return (
    <>
      <Heading title="Registro" />
      <LiveData query={query} loading="Cargando el registro...">
        {({ pages }) => (
          <>
            {pages[0] && <Chain chain={pages[0].chain} />}
            <Entries entries={pages.flatMap(({ acts }) => acts)} />
            {query.hasNextPage && (
              <Button
                kind="secondary"
                isBusy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {query.isFetchingNextPage ? 'Cargando...' : 'Ver anteriores'}
              </Button>
            )}
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

const Entries = ({ entries }: { entries: Entry[] }) =>
  entries.length ? (
    <Table columns={['N.º', 'Cuándo', 'Quién', 'Qué', 'De qué', 'Nota']} aria-label="Actos">
      {entries.map((entry) => (
        <Row key={entry.seq} entry={entry} />
      ))}
    </Table>
  ) : (
    <p className={styles.none}>Todavía no se ha hecho nada en la imprenta.</p>
  )

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
