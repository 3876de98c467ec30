import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/display/loading.tsx'
import { Retry } from '../../ui/retry.tsx'
import { focusFirst } from '../../ui/take-focus.ts'
import { useLoaded } from '../../use-loaded.ts'
import { askedFactors, giveCode, givePasskey } from './calls.ts'
import { CodeForm } from './code-form.tsx'
import styles from './factor.module.css'
import type { FactorForm } from './use-factor-form.ts'

/** By whichever factor somebody has. */
export function AskFactor({ factorForm }: { factorForm: FactorForm }) {
  const { isBusy, give } = factorForm
  const { loaded, reload } = useLoaded(askedFactors, '')
  if (loaded.is === 'loading') return <Loading>Cargando...</Loading>
  if (loaded.is === 'failed') return <Retry onRetry={reload}>{loaded.detail}</Retry>
  const { passkey, hasTotp } = loaded.value
  return (
    // It comes later than the dialog, whose way out has the focus until then.
    <div ref={focusFirst} className={styles.part}>
      {passkey && (
        <Button isBusy={isBusy} onClick={() => void give(givePasskey)}>
          {isBusy ? 'Comprobando...' : 'Usar la llave de acceso'}
        </Button>
      )}
      {hasTotp && <CodeForm factorForm={factorForm} call={giveCode} />}
    </div>
  )
}
