import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from '../view/console.module.css'
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
  if (live.is === 'loading')
    return (
      <p className={styles.quiet} role="status">
        {loading}
      </p>
    )
  const again = (
    <Button kind="secondary" onClick={onReload}>
      Reintentar
    </Button>
  )
  if (live.is === 'failed')
    return (
      <div className={styles.failed}>
        <Notice kind="error">{live.detail}</Notice>
        {again}
      </div>
    )
  return (
    <>
      {live.late && (
        <div className={styles.failed}>
          <Notice kind="error">
            {live.late} Lo que ve es de las {clockTime(live.at)} y puede haber cambiado.
          </Notice>
          {again}
        </div>
      )}
      {children(live.value)}
    </>
  )
}
