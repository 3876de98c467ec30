import type {
  Account,
  ChangePasswordBody,
  DeleteAccountBody,
  SessionList,
} from '@lacre/letter/accounts/calls.ts'
import type { Message } from '@lacre/letter/calls.ts'
import { hours, madridDay, minutes } from '@lacre/letter/days.ts'
import { useState } from 'react'
import { ask } from '../api.ts'
import { download } from '../download.ts'
import { useCall } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Actions } from '../ui/display.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-fields.tsx'
import styles from './profile.module.css'

/** A ZIP of everything; slow for many letters. */
export const exportAccount = () =>
  ask<Blob>({ method: 'GET', path: '/account/export', bearer: true, limitMs: minutes(10) }, (response) =>
    response.blob(),
  )
export const deleteAccount = (body: DeleteAccountBody) =>
  ask<Message>({ method: 'DELETE', path: '/account', body, bearer: true })

export const changePassword = (body: ChangePasswordBody) =>
  ask<Message>({ path: '/auth/change-password', body, bearer: true })

export const sessions = () => ask<SessionList>({ method: 'GET', path: '/account/sessions', bearer: true })
/** Without an id: all but this one. */
export const endSession = (id?: string) =>
  ask<Message>({ method: 'DELETE', path: `/account/sessions${id ? `/${id}` : ''}`, bearer: true })

export type ProfileData = {
  displayName: string
  email: string
  subscription: string
  joined: string
  lettersWritten: string
  lastLetter: string
}

/** The specification's placeholder (section 2), for a host that keeps no account data (design/accounts.md#profile-data). */
export const sampleData: ProfileData = {
  displayName: 'María García',
  email: 'maria.garcia@ejemplo.es',
  subscription: 'Plan Gratuito',
  joined: 'Junio 2023',
  lettersWritten: '12',
  lastLetter: 'hace 2 días',
}

const monthName = new Intl.DateTimeFormat('es-ES', { timeZone: 'Europe/Madrid', month: 'long' })
const year = new Intl.DateTimeFormat('es-ES', { timeZone: 'Europe/Madrid', year: 'numeric' })
const ago = new Intl.RelativeTimeFormat('es-ES', { numeric: 'always' })

/** `Junio 2023`: a month of the calendar in Spain. */
export function joinedText(at: Date): string {
  const month = monthName.format(at)
  return `${month[0]?.toLocaleUpperCase('es')}${month.slice(1)} ${year.format(at)}`
}

const dayLength = hours(24)

/** `hace 2 días`, by the days of the calendar in Spain; within one day by hours and minutes. */
export function agoText(then: Date, now: Date): string {
  const days = (Date.parse(madridDay(now)) - Date.parse(madridDay(then))) / dayLength
  if (days >= 365) return ago.format(-Math.floor(days / 365), 'year')
  if (days >= 30) return ago.format(-Math.floor(days / 30), 'month')
  if (days >= 1) return ago.format(-days, 'day')
  const passed = now.getTime() - then.getTime()
  if (passed >= hours(1)) return ago.format(-Math.floor(passed / hours(1)), 'hour')
  if (passed >= minutes(1)) return ago.format(-Math.floor(passed / minutes(1)), 'minute')
  return 'hace un momento'
}

/** There is one plan, without a fee. */
export const describeAccount = (account: Account, now: Date): ProfileData => ({
  displayName: account.displayName,
  email: account.email,
  subscription: 'Plan Gratuito',
  joined: joinedText(new Date(account.joinedAt)),
  lettersWritten: String(account.lettersWritten),
  lastLetter: account.lastLetterAt ? agoText(new Date(account.lastLetterAt), now) : 'Todavía ninguna',
})

const word = 'BORRAR'
const notErased = 'No hay conexión con el servidor y no hemos borrado nada. Inténtelo de nuevo.'

/** Says what is erased and what stays; password and typed word prevent an accident. */
function EraseDialog({
  hasPassword,
  onErased,
  onClose,
}: {
  hasPassword: boolean
  onErased: () => void
  onClose: () => void
}) {
  const erasing = useCall(deleteAccount, onErased)
  const [isWrong, setWrong] = useState(false)
  const isBusy = erasing.isPending

  function erase({ password = '', confirmation }: Record<string, string>) {
    setWrong(confirmation !== word)
    if (confirmation === word) erasing.mutate({ confirmation: word, ...(hasPassword && { password }) })
  }

  return (
    <FormDialog
      title="Borrar mi cuenta"
      words="Borrar para siempre"
      busyWords="Borrando..."
      leave="Cancelar"
      isBusy={isBusy}
      error={erasing.error && (erasing.error.refused.detail ?? notErased)}
      onSubmit={erase}
      onInput={() => setWrong(false)}
      onClose={onClose}
    >
      <p>
        Se borran para siempre su correo, su contraseña, sus sesiones, su libreta de direcciones, sus
        plantillas, la firma que haya guardado en la cuenta y el texto, las direcciones y las páginas de todas
        sus cartas. Nadie podrá recuperarlos, nosotros tampoco. Lo que haya en este equipo sin enviar, también
        una firma, sigue en él.
      </p>
      <p>
        Solo se conservan las fechas y los importes de lo que pagó, y las facturas que haya pedido con su NIF,
        porque la ley obliga a guardarlos. Sin esas facturas, nada de ello dice quién es usted.
      </p>
      {hasPassword && <PasswordField readOnly={isBusy} />}
      <Field
        label={`Escriba ${word} para confirmarlo`}
        name="confirmation"
        autoComplete="off"
        readOnly={isBusy}
        error={isWrong && `Escriba ${word}, en mayúsculas.`}
      />
    </FormDialog>
  )
}

const noNetwork = 'No se han podido descargar sus datos. Compruebe su conexión e inténtelo de nuevo.'

/** Export and erasure of the account (design/accounts.md#own-data). */
export function OwnData({ hasPassword, onErased }: { hasPassword: boolean; onErased: () => void }) {
  const exporting = useCall(exportAccount, (zip) => download(zip, 'lacre-mis-datos.zip'))
  const [isErasing, erase] = useState(false)
  return (
    <>
      <h2>Sus datos</h2>
      <p>
        Puede llevarse todo lo que guardamos de usted, con sus cartas y las páginas que se imprimen, o borrar
        su cuenta para siempre.
      </p>
      <Actions at="start" className={styles.actions}>
        <Button kind="secondary" isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
          {exporting.isPending ? 'Preparando sus datos...' : 'Descargar todos mis datos'}
        </Button>
        <Button kind="secondary" onClick={() => erase(true)}>
          Borrar mi cuenta
        </Button>
      </Actions>
      {exporting.isSuccess && <Notice kind="success">Sus datos se han descargado en un archivo ZIP.</Notice>}
      {exporting.isError && <Notice kind="error">{exporting.error.refused.detail ?? noNetwork}</Notice>}
      {isErasing && (
        <EraseDialog hasPassword={hasPassword} onErased={onErased} onClose={() => erase(false)} />
      )}
    </>
  )
}
