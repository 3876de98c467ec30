import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queries } from '../queries.ts'
import { Loading } from '../ui/display.tsx'
import { Retry } from '../ui/notice.tsx'
import styles from './view.module.css'
import { clockTime } from './words.ts'

/** Asked again every half minute while a person can see it, and when they come back to it. */
export const live = {
  refetchInterval: 30_000,
  refetchOnWindowFocus: true,
  staleTime: 15_000,
} as const

/** All queries of the console begin with it. */
const ofConsole = 'print-room'
export const keyOf = (...parts: string[]) => [ofConsole, ...parts]

/** Asks for all that is shown; an answer older than this is dropped. */
export const askAgain = () => void queries.invalidateQueries({ queryKey: [ofConsole] })

/** Data that are on their way, could not be had, or are there; and whether they are of this moment. */
export function LiveData<T>({
  query: { data, error, dataUpdatedAt, refetch },
  loading,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'dataUpdatedAt'> & { refetch: () => unknown }
  loading: string
  children: (value: T) => ReactNode
}) {
  if (data === undefined && !error) return <Loading>{loading}</Loading>
  return (
    <>
      {error && (
        <div className={styles.notices}>
          <Retry onRetry={() => refetch()}>
            {error.message}
            {data !== undefined &&
              ` Lo que ve es de las ${clockTime(new Date(dataUpdatedAt))} y puede haber cambiado.`}
          </Retry>
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  )
}
