import { keysOf } from '@lacre/letter/keys-of.ts'
import type { State } from '@lacre/letter/journey.ts'
import type { BatchSummary } from '@lacre/letter/print-room/calls.ts'
import { stateNames } from '@lacre/letter/words.ts'
import type { ComponentProps, ReactNode } from 'react'
import { useSearch } from 'wouter'
import { Tag, Title, useDocumentTitle } from '../ui/display.tsx'
import { openAtTop } from '../ui/take-focus.ts'
import tableStyles from './table.module.css'
import styles from './view.module.css'
import { stages, stateTones } from './words.ts'

/** A view of the console, from the address. */
export type View =
  { is: keyof typeof addresses } | { is: 'batch'; batch: string } | { is: 'letter'; id: string }

const path = '/print-room'
export const addresses = {
  today: path,
  scan: `${path}?ver=escanear`,
  find: `${path}?ver=buscar`,
  people: `${path}?ver=personas`,
  office: `${path}?ver=oficina`,
  record: `${path}?ver=registro`,
} as const
export const addressOfBatch = (batch: string) => `${path}?tanda=${encodeURIComponent(batch)}`
export const addressOfLetter = (id: string) => `${path}?carta=${encodeURIComponent(id)}`

function readView(search: string): View {
  const params = new URLSearchParams(search)
  const [batch, id, name] = [params.get('tanda'), params.get('carta'), params.get('ver')]
  if (batch) return { is: 'batch', batch }
  if (id) return { is: 'letter', id }
  const is = keysOf(addresses).find((view) => addresses[view] === `${path}?ver=${name}`)
  return { is: is ?? 'today' }
}

export const useView = (): View => readView(useSearch())

/** The heading of a view: sets the document title and takes the focus. */
export function Heading({
  title,
  takesFocus = true,
  children,
}: {
  title: string
  takesFocus?: boolean
  children?: ReactNode
}) {
  useDocumentTitle(title === 'Imprenta' ? title : `${title} · Imprenta`)
  return (
    <div className={`row ${styles.top}`}>
      <Title ref={takesFocus ? openAtTop : toTop} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </div>
  )
}

const toTop = () => scrollTo(0, 0)

export const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="list parts" aria-labelledby={id}>
    <h2 id={id} className="subtitle">
      {title}
    </h2>
    {children}
  </section>
)

/** `kind: 'name'` makes the row header. On a narrow page the column name stands beside each cell. */
export type Column<Row> = [
  name: string,
  cell: (row: Row) => ReactNode,
  kind?: 'name' | 'number' | 'action' | 'code',
]

/** A table. Explicit roles, because `display: block` on narrow pages removes the native ones. */
export const Table = <Row,>({
  columns,
  rows,
  rowProps,
  ...name
}: {
  columns: Column<Row>[]
  rows: readonly Row[]
  rowProps: (row: Row) => ComponentProps<'tr'> & { key: string | number; 'data-held'?: boolean | undefined }
} & ({ 'aria-label': string } | { 'aria-labelledby': string })) => (
  <table className={tableStyles.table} role="table" {...name}>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(([column, , kind]) => (
          <th
            key={column}
            role="columnheader"
            scope="col"
            className={kind === 'number' ? tableStyles.number : undefined}
          >
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => {
        const { key, ...props } = rowProps(row)
        return (
          <tr key={key} role="row" {...props}>
            {columns.map(([column, cell, kind]) =>
              kind === 'name' ? (
                <th key={column} role="rowheader" scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td
                  key={column}
                  role="cell"
                  data-name={kind === 'action' ? undefined : column}
                  className={kind && cellClasses[kind]}
                >
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        )
      })}
    </tbody>
  </table>
)
const cellClasses = { number: tableStyles.number, action: tableStyles.action, code: styles.code }

export const StateTag = ({ state, isEnclosed }: { state: State; isEnclosed: boolean }) => (
  <Tag tone={stateTones[state]}>
    {isEnclosed && (state === 'batched' || state === 'printed') ? stages.enclosed.name : stateNames[state]}
  </Tag>
)

export const StageTag = ({ stage }: Pick<BatchSummary, 'stage'>) => (
  <Tag tone={stages[stage].tone}>{stages[stage].name}</Tag>
)
