import { useState } from 'react'
import type { OwnFactors } from '@lacre/letter/print-room/console-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAction } from '../actions/use-action.ts'
import { useConsole } from '../data/console-context.ts'
import { LiveData } from '../data/live-data.tsx'
import { useLive } from '../data/use-live.ts'
import { addPasskey, ownFactors, removeFactor } from '../factor/calls.ts'
import { Part } from '../view/part.tsx'
import { longWhen } from '../words/when.ts'
import viewStyles from '../view/view.module.css'
import styles from './office.module.css'

type Factor = OwnFactors['factors'][number]
const names = { passkey: 'Llave de acceso', totp: 'Aplicación de códigos' }
const since = (instant: string) => `desde el ${longWhen(instant)}`

/** What one proves with that one is oneself; the last of it only the command line takes away. */
export function OwnFactors() {
  const { redirectIfUnauthorized } = useConsole()
  const { live, reload, show } = useLive(ownFactors, '', redirectIfUnauthorized)
  const { status, isBusy, run } = useAction(reload)
  const [done, setDone] = useState<string>()
  function act(call: Parameters<typeof run>[0], says: string, onDone: () => void) {
    setDone(undefined)
    void run(call, () => {
      setDone(says)
      onDone()
    })
  }
  // The button goes as its notice comes, so that the notice takes the focus.
  const remove = (gone: Factor, all: Factor[]) =>
    act(
      () => removeFactor(gone),
      `${names[gone.kind]}: se ha quitado.`,
      () => show({ factors: all.filter((factor) => factor !== gone) }),
    )
  return (
    <Part id="segundos-pasos" title="Su segundo paso">
      <p className={viewStyles.soft}>
        Con lo que confirma que es usted. Tenga más de uno, por si pierde alguno, y quite el que ya no use.
      </p>
      {done && (
        <Notice kind="success" takesFocus>
          {done}
        </Notice>
      )}
      {status.is === 'refused' && <Notice kind="error">{status.detail}</Notice>}
      <LiveData live={live} loading="Cargando..." onReload={reload}>
        {({ factors }) => (
          <ul className={styles.own} aria-label="Sus segundos pasos">
            {factors.map((factor) => (
              <li key={factor.id}>
                <Own factor={factor} />
                {factors.length > 1 && (
                  <Button kind="quiet" disabled={isBusy} onClick={() => remove(factor, factors)}>
                    Quitar
                    <span className="visually-hidden">
                      {' '}
                      {names[factor.kind]} {since(factor.since)}
                    </span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </LiveData>
      {'PublicKeyCredential' in window && (
        <Button
          kind="secondary"
          disabled={isBusy}
          onClick={() => act(addPasskey, 'Llave de acceso: se ha añadido.', reload)}
        >
          Añadir una llave de acceso
        </Button>
      )}
    </Part>
  )
}

const Own = ({ factor }: { factor: Factor }) => (
  <p>
    {names[factor.kind]}
    <br />
    <span className={viewStyles.soft}>{since(factor.since)}</span>
  </p>
)
