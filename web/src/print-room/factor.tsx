import type { TotpBegun } from '@lacre/letter/print-room/console-calls.ts'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { type Answer, detailOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Actions, Loading } from '../ui/display.tsx'
import { Field } from '../ui/field.tsx'
import { Notice, Retry } from '../ui/notice.tsx'
import { focusFirst, takeFocus } from '../ui/take-focus.ts'
import { useLoaded } from '../use-loaded.ts'
import {
  askedFactors,
  beginCodes,
  confirmCodes,
  type Demand,
  giveCode,
  givePasskey,
  makePasskey,
  settleDemand,
  useDemand,
} from './factor-gate.ts'
import styles from './factor.module.css'

/** One try at a time to give a factor, and why the last one did not do. */
function useFactorForm() {
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  async function begin<T>(call: () => Promise<Answer<T>>, onDone: (body: T) => void): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setRefused(undefined)
    const answer = await call()
    setBusy(false)
    if (answer.ok) onDone(answer.body)
    else setRefused(detailOf(answer))
  }
  /** What was waiting goes on when it was right. */
  const give = (call: () => Promise<Answer<unknown>>) => begin(call, () => settleDemand(true))
  return { isBusy, refused, begin, give, forget: () => setRefused(undefined) }
}
type FactorForm = ReturnType<typeof useFactorForm>

/** Six digits of an application. */
function CodeForm({
  factorForm: { isBusy, give, forget },
  call,
}: {
  factorForm: FactorForm
  call: (code: string) => Promise<Answer<unknown>>
}) {
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const digits = code.replaceAll(/\s/g, '')
  const isWhole = /^\d{6}$/.test(digits)
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!isWhole) return forget()
    setCode('')
    setTried(false)
    void give(() => call(digits))
  }
  return (
    <form className={styles.part} onSubmit={submit} noValidate>
      <Field
        label="Código de su aplicación"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={setCode}
        readOnly={isBusy}
        {...(isTried && !isWhole && { error: 'Escriba las seis cifras que ve en su aplicación.' })}
      />
      <Actions at="start">
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Comprobando...' : 'Confirmar el código'}
        </Button>
      </Actions>
    </form>
  )
}

/** By whichever factor somebody has. */
function AskFactor({ factorForm }: { factorForm: FactorForm }) {
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

/** The first factor: a passkey where the browser has them, or an application of codes. */
function Enrol({ factorForm }: { factorForm: FactorForm }) {
  const { isBusy, give, begin } = factorForm
  const [begun, setBegun] = useState<TotpBegun>()
  if (begun)
    return (
      <>
        <p ref={takeFocus} tabIndex={-1}>
          Escanee este código con su aplicación, o escriba en ella la clave. Después, copie aquí su código.
        </p>
        <img
          className={styles.qr}
          src={`data:image/svg+xml,${encodeURIComponent(begun.qr)}`}
          alt="Código QR con la clave"
        />
        <p>
          Clave: <code className={styles.secret}>{begun.secret.match(/.{4}/g)?.join(' ')}</code>
        </p>
        <CodeForm factorForm={factorForm} call={confirmCodes} />
      </>
    )
  return (
    <>
      <p>
        Además de su sesión, la imprenta pide algo que solo usted tiene: una llave de acceso (la huella, la
        cara o el PIN de este dispositivo, o una llave USB) o los códigos de una aplicación como Aegis o
        Google Authenticator.
      </p>
      <div className={styles.ways}>
        {'PublicKeyCredential' in window && (
          <Button isBusy={isBusy} onClick={() => void give(makePasskey)}>
            {isBusy ? 'Procesando...' : 'Crear una llave de acceso'}
          </Button>
        )}
        <Button kind="secondary" disabled={isBusy} onClick={() => void begin(beginCodes, setBegun)}>
          Usar una aplicación de códigos
        </Button>
      </div>
    </>
  )
}

const words = {
  'factor-missing': { title: 'Proteja su acceso a la imprenta', leave: 'Salir de la imprenta' },
  'factor-needed': { title: 'Confirme que es usted', leave: 'Salir de la imprenta' },
  'factor-again': { title: 'Confirme que es usted', leave: 'No, volver' },
} satisfies Record<Demand, { title: string; leave: string }>

/** Over the console whenever a call of it needs the second factor (design.md#operator-factor). */
export function FactorDialog() {
  const demand = useDemand()
  return demand && <Asking demand={demand} />
}

function Asking({ demand }: { demand: Demand }) {
  const [, navigate] = useLocation()
  const factorForm = useFactorForm()
  function leave() {
    // Without it there is nothing to be seen here.
    if (demand !== 'factor-again') navigate('/write')
    settleDemand(false)
  }
  const { title, leave: leaveWords } = words[demand]
  return (
    <Modal isOpen onClose={leave} title={title} closesOnOverlay={false}>
      <div className={styles.dialog}>
        {demand === 'factor-again' && (
          <p>Se pide antes de descargar o reimprimir cartas, y de cambiar su segundo paso.</p>
        )}
        {demand === 'factor-missing' ? (
          <Enrol factorForm={factorForm} />
        ) : (
          <AskFactor factorForm={factorForm} />
        )}
        {factorForm.refused && <Notice kind="error">{factorForm.refused}</Notice>}
        <Actions>
          <Button kind="secondary" onClick={leave}>
            {leaveWords}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}
