import type { Acts } from '@lacre/letter/print-room/console-calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { type AuditAction, auditActions, returnReasons } from '@lacre/letter/print-room/reasons.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { queries, take } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { readAuditEntries } from './calls.ts'
import { queryKey, live, LiveData } from './actions.tsx'
import styles from './view.module.css'
import { addressOfBatch, addressOfLetter, type Column, Heading, Table } from './view.tsx'
import { downloadReasons, letters, nameIn, reprintReasons, shortWhen } from './words.ts'

const entryWords = (action: string) => nameIn(auditActions, action)

const batchName = /^B\d+$/
/** Actions with a subject that looks like a letter id but is none. */
const otherSubjects: string[] = [
  'settle-issue',
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
] satisfies AuditAction[]

/** The name of an entry's subject, and its address in the console. */
function subjectOf(action: string, subject: string): { name: string; address?: string } {
  if (batchName.test(subject)) return { name: subject, address: addressOfBatch(subject) }
  const name = letterCode(subject)
  return otherSubjects.includes(action) ? { name } : { name, address: addressOfLetter(subject) }
}

/** Translates reason codes in a note; the log stores codes, so that entries never change. */
function noteWords(action: string, note: string): string {
  if (action === 'returned') return nameIn(returnReasons, note)
  if (action.startsWith('mark-') && /^\d+$/.test(note)) return letters(Number(note))
  if (action.startsWith('download-')) {
    const [reason = '', ...rest] = note.split(' · ')
    return [nameIn(downloadReasons, reason), ...rest].join(' · ')
  }
  if (action !== 'reprint') return note
  return Object.entries(reprintReasons).reduce(
    (words, [code, name]) => words.replace(`: ${code}`, `: ${name.toLowerCase()}`),
    note,
  )
}

const columns: Column<Acts['acts'][number]>[] = [
  ['N.º', ({ seq }) => seq, 'number'],
  ['Cuándo', ({ at }) => shortWhen(at)],
  ['Quién', ({ operator }) => operator],
  ['Qué', ({ action }) => entryWords(action), 'name'],
  [
    'De qué',
    ({ action, subject }) => {
      const { name, address } = subjectOf(action, subject)
      return address ? <Link href={address}>{name}</Link> : name
    },
    'code',
  ],
  ['Nota', ({ action, note }) => noteWords(action, note), 'code'],
]

/** The audit log, and whether its hash chain is intact. */
export function Record() {
  const query = useInfiniteQuery(
    {
      ...live,
      queryKey: queryKey('record'),
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
            {pages[0]?.acts.length ? (
              <Table
                columns={columns}
                rows={pages.flatMap(({ acts }) => acts)}
                rowProps={({ seq, hash }) => ({ key: seq, title: `SHA-256 ${hash}` })}
                aria-label="Actos"
              />
            ) : (
              <p className={`none ${styles.none}`}>Todavía no se ha hecho nada en la imprenta.</p>
            )}
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
