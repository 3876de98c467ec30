import type { ReactNode } from 'react'
import { rowKeys } from '../keyboard/row-keys.ts'
import styles from './table.module.css'

/** Rows of cells. The roles stay when narrow pages stack the cells. */
export const Table = ({
  columns,
  numbers = [],
  children,
  ...name
}: {
  columns: string[]
  /** The columns that hold figures. */
  numbers?: string[]
  children: ReactNode
} & ({ 'aria-label': string } | { 'aria-labelledby': string })) => (
  <table className={styles.table} role="table" {...name}>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column) => (
          <th
            key={column}
            role="columnheader"
            scope="col"
            className={numbers.includes(column) ? styles.number : undefined}
          >
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup" onKeyDown={rowKeys}>
      {children}
    </tbody>
  </table>
)

/** What a row is called by. */
export const RowName = ({ children }: { children: ReactNode }) => (
  <th role="rowheader" scope="row">
    {children}
  </th>
)

/** `column`: repeated beside the cell where the page is narrow. */
export const Cell = ({
  column,
  className,
  children,
}: {
  column: string
  className?: string | undefined
  children: ReactNode
}) => (
  <td role="cell" data-name={column} className={className}>
    {children}
  </td>
)

export const NumberCell = (cell: { column: string; children: ReactNode }) => (
  <Cell {...cell} className={styles.number} />
)

/** What can be done with a row. */
export const ActionCell = ({ children }: { children: ReactNode }) => (
  <td role="cell" className={styles.action}>
    {children}
  </td>
)
