import type { ReactNode } from 'react'
import { Loading } from '../../ui/display/loading.tsx'
import { Retry } from '../../ui/retry.tsx'
import styles from '../view/view.module.css'
import type { Live } from './use-live.ts'
import { clockTime } from '../words/when.ts'

/** Data that are on their way, could not be had, or are there; and whether they are of this moment. */
export function LiveData<T>({
  live,
  loading,
  onReload,
  children,
}: {
  live: Live<T>
  loading: string
  onReload: () => void
  children: (value: T) => ReactNode
}) {
  if (live.is === 'loading') return <Loading>{loading}</Loading>
  if (live.is === 'failed')
    return (
      <div className={styles.notices}>
        <Retry onRetry={onReload}>{live.detail}</Retry>
      </div>
    )
  return (
    <>
      {live.late && (
        <div className={styles.notices}>
          <Retry onRetry={onReload}>
            {live.late} Lo que ve es de las {clockTime(live.at)} y puede haber cambiado.
          </Retry>
        </div>
      )}
      {children(live.value)}
    </>
  )
}
