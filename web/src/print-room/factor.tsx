import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Answer } from '../api.ts'
import { useAnswer, useCall } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Actions, Loading } from '../ui/display.tsx'
import { Field, Form } from '../ui/field.tsx'
import { Notice, Retry } from '../ui/notice.tsx'
import { focusFirst, takeFocus } from '../ui/take-focus.ts'
import {
  readFactorOptions,
  beginCodes,
  confirmCodes,
  type Demand,
  giveCode,
  givePasskey,
  makePasskey,
  settleDemand,
  useDemand,
} from './factor-gate.ts'
import styles from './view.module.css'

/** One attempt at a time, with the last refusal; success releases the waiting calls. */
function useFactorForm() {
  const giving = useCall(
    (call: () => Promise<Answer<unknown>>) => call(),
    () => settleDemand(true),
  )
  const give = (call: () => Promise<Answer<unknown>>) => giving.isPending || giving.mutate(call)
  return { isBusy: giving.isPending, refused: giving.error, give, forget: giving.reset }
}
type FactorForm = ReturnType<typeof useFactorForm>

/** The six digits of an authenticator app. */
function CodeForm({
  factorForm: { isBusy, give, forget },
  call,
}: {
  factorForm: FactorForm
  call: (code: string) => Promise<Answer<unknown>>
}) {
  const form = useRef<HTMLFormElement>(null)
  const [isWrong, setWrong] = useState(false)
  function submit({ code = '' }: Record<string, string>) {
    const digits = code.replaceAll(/\s/g, '')
    const isWhole = /^\d{6}$/.test(digits)
    setWrong(!isWhole)
    if (!isWhole) return forget()
    form.current?.reset()
    give(() => call(digits))
  }
  return (
    <Form ref={form} onSubmit={submit} onInput={() => setWrong(false)} noValidate>
      <Field
        label="Código de su aplicación"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        readOnly={isBusy}
        error={isWrong && 'Escriba las seis cifras que ve en su aplicación.'}
      />
      <Actions at="start">
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Comprobando...' : 'Confirmar el código'}
        </Button>
      </Actions>
    </Form>
  )
}

/** Offers every enrolled factor. */
function AskFactor({ factorForm }: { factorForm: FactorForm }) {
  const { isBusy, give } = factorForm
  const { data, error, refetch } = useAnswer(['factor-options'], readFactorOptions)
  if (error) return <Retry onRetry={() => void refetch()}>{error.message}</Retry>
  if (!data) return <Loading>Cargando...</Loading>
  const { passkey, hasTotp } = data
  return (
    // Loads after the dialog, whose exit button has the focus until then.
    <div ref={focusFirst} className="stack parts">
      {passkey && (
        <Button isBusy={isBusy} onClick={() => give(givePasskey)}>
          {isBusy ? 'Comprobando...' : 'Usar la llave de acceso'}
        </Button>
      )}
      {hasTotp && <CodeForm factorForm={factorForm} call={giveCode} />}
    </div>
  )
}

/** Enrols the first factor: a passkey where supported, or an authenticator app. */
function Enrol({ factorForm }: { factorForm: FactorForm }) {
  const { give } = factorForm
  const beginning = useCall(beginCodes)
  const enrolment = beginning.data
  const isBusy = factorForm.isBusy || beginning.isPending
  if (enrolment)
    return (
      <>
        <p ref={takeFocus} tabIndex={-1}>
          Escanee este código con su aplicación, o escriba en ella la clave. Después, copie aquí su código.
        </p>
        <img
          className={styles.qr}
          src={`data:image/svg+xml,${encodeURIComponent(enrolment.qr)}`}
          alt="Código QR con la clave"
        />
        <p>
          Clave: <code className="wrap">{enrolment.secret.match(/.{4}/g)?.join(' ')}</code>
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
      <div className="row">
        {'PublicKeyCredential' in window && (
          <Button isBusy={isBusy} onClick={() => give(makePasskey)}>
            {isBusy ? 'Procesando...' : 'Crear una llave de acceso'}
          </Button>
        )}
        <Button kind="secondary" disabled={isBusy} onClick={() => beginning.mutate()}>
          Usar una aplicación de códigos
        </Button>
      </div>
      {beginning.error && <Notice kind="error">{beginning.error.message}</Notice>}
    </>
  )
}

const words = {
  'factor-missing': { title: 'Proteja su acceso a la imprenta', leave: 'Salir de la imprenta' },
  'factor-needed': { title: 'Confirme que es usted', leave: 'Salir de la imprenta' },
  'factor-again': { title: 'Confirme que es usted', leave: 'No, volver' },
} satisfies Record<Demand, { title: string; leave: string }>

/** Opens whenever a call needs the second factor (design/print-room.md#operator-factor). */
export function FactorDialog() {
  const demand = useDemand()
  return demand && <Asking demand={demand} />
}

function Asking({ demand }: { demand: Demand }) {
  const [, navigate] = useLocation()
  const factorForm = useFactorForm()
  function leave() {
    // Without a factor the console shows nothing.
    if (demand !== 'factor-again') navigate('/write')
    settleDemand(false)
  }
  const { title, leave: leaveWords } = words[demand]
  return (
    <Modal isOpen onClose={leave} title={title} closesOnOverlay={false}>
      <div className="stack">
        {demand === 'factor-again' && (
          <p>Se pide antes de descargar o reimprimir cartas, y de cambiar su segundo paso.</p>
        )}
        {demand === 'factor-missing' ? (
          <Enrol factorForm={factorForm} />
        ) : (
          <AskFactor factorForm={factorForm} />
        )}
        {factorForm.refused && <Notice kind="error">{factorForm.refused.message}</Notice>}
        <Actions>
          <Button kind="secondary" onClick={leave}>
            {leaveWords}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}
