import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/display/loading.tsx'
import { Retry } from '../../ui/retry.tsx'
import { useLoaded } from '../../use-loaded.ts'
import { askedFactors, giveCode, givePasskey } from './calls.ts'
import { CodeForm } from './code-form.tsx'
import styles from './factor.module.css'
import type { Giving } from './use-giving.ts'

/** What one is here for comes later than the dialog: it must not be its way out that has the focus. */
const focusFirst = (part: HTMLElement | null) => part?.querySelector<HTMLElement>('button, input')?.focus()

/** By whichever factor somebody has. */
export function AskFactor({ giving }: { giving: Giving }) {
  const { isBusy, give } = giving
  const { loaded, reload } = useLoaded(askedFactors, '')
  if (loaded.is === 'loading') return <Loading>Cargando...</Loading>
  if (loaded.is === 'failed') return <Retry onRetry={reload}>{loaded.detail}</Retry>
  const { passkey, hasTotp } = loaded.value
  return (
    <div ref={focusFirst} className={styles.part}>
      {passkey && (
        <Button isBusy={isBusy} onClick={() => void give(givePasskey)}>
          {isBusy ? 'Comprobando...' : 'Usar la llave de acceso'}
        </Button>
      )}
      {hasTotp && <CodeForm giving={giving} call={giveCode} />}
    </div>
  )
}
