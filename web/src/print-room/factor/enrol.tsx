import { useState } from 'react'
import type { TotpBegun } from '@lacre/letter/print-room/console-calls.ts'
import { takeFocus } from '../../ui/take-focus.ts'
import { Button } from '../../ui/button.tsx'
import { beginCodes, confirmCodes, makePasskey } from './calls.ts'
import { CodeForm } from './code-form.tsx'
import styles from './factor.module.css'
import type { FactorForm } from './use-factor-form.ts'

/** The first factor: a passkey where the browser has them, or an application of codes. */
export function Enrol({ factorForm }: { factorForm: FactorForm }) {
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
