import { longDate, madridDay } from '@lacre/letter/days.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { account, type Answer, requestVerification } from '../api.ts'
import { queries, useAnswer, useCall } from '../queries.ts'
import { dropToken } from '../session.ts'
import { chooseTheme, themes, useTheme } from '../theme.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Actions, ComesLate, Fact, Facts, Loading, Title } from '../ui/display.tsx'
import { AvatarIcon } from '../ui/icons.tsx'
import { Notice, Retry } from '../ui/notice.tsx'
import { useRequiredSession } from '../use-sign-in.ts'
import { ChangePassword } from './change-password.tsx'
import { describeAccount, endSession, OwnData, type ProfileData, sampleData, sessions } from './own-data.tsx'
import styles from './profile.module.css'

const names = keysOf(themes)

/** Each option is a sample of its theme. */
function ThemeChoice() {
  const chosen = useTheme()
  return (
    <fieldset className={`list ${styles.themes}`}>
      <legend className="soft">Tema</legend>
      {names.map((name) => (
        <label key={name} className={`group ${styles.theme}`}>
          <input
            type="radio"
            name="theme"
            value={name}
            checked={chosen === name}
            onChange={() => chooseTheme(name)}
          />
          <span className={`theme-${name} serif ${styles.swatch}`} aria-hidden="true">
            Aa
          </span>
          {themes[name]}
        </label>
      ))}
    </fieldset>
  )
}

/** A reminder that blocks nothing (design/sending.md#unverified-email). */
function Unverified({ email }: { email: string }) {
  const asking = useCall(requestVerification)
  if (asking.isSuccess)
    return (
      <Notice kind="success" takesFocus>
        Le hemos enviado un enlace nuevo. Mire también en el correo no deseado.
      </Notice>
    )
  if (asking.isError)
    return (
      <Notice kind="error" takesFocus>
        No se ha podido enviar el enlace. Inténtelo de nuevo más tarde.
      </Notice>
    )
  return (
    <Notice kind="info">
      Su correo electrónico está sin verificar.{' '}
      <Button kind="quiet" isBusy={asking.isPending} onClick={() => asking.mutate(email)}>
        Enviar un enlace nuevo
      </Button>
    </Notice>
  )
}

const noSessions = 'No se han podido cargar sus sesiones.'
const sessionsKey = ['sessions']

/** The open sessions (design/accounts.md#sessions). */
function Sessions() {
  const { data, error, isPending, refetch } = useAnswer(sessionsKey, sessions)
  const ending = useCall(endSession, () => refetch())
  return (
    <>
      <h2>Sesiones</h2>
      {ending.isError && (
        <Notice kind="error" takesFocus>
          {ending.error.message}
        </Notice>
      )}
      {ending.isSuccess && (
        <Notice kind="success" takesFocus>
          {ending.data.message}
        </Notice>
      )}
      {isPending && <Loading>Cargando...</Loading>}
      {error && <Retry onRetry={() => void refetch()}>{error.refused.detail ?? noSessions}</Retry>}
      {data && (
        <ul className={styles.sessions} aria-label="Sesiones abiertas">
          {data.sessions.map(({ id, browser, since, isCurrent }) => (
            <li key={id} className="spread">
              <p>
                {browser}
                {isCurrent && <strong> · esta sesión</strong>}
                <br />
                Desde el {longDate(madridDay(new Date(since)))}
              </p>
              {!isCurrent && (
                <Button kind="quiet" disabled={ending.isPending} onClick={() => ending.mutate(id)}>
                  Cerrar <span className="visually-hidden">la sesión de {browser}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.sessions.length > 1 && (
        <Button kind="secondary" disabled={ending.isPending} onClick={() => ending.mutate(undefined)}>
          Cerrar todas las demás
        </Button>
      )}
    </>
  )
}

type Shown = {
  data: ProfileData
  isVerified: boolean
  /** `sample`: the server keeps no account data, so there is nothing to export. */
  account: 'sample' | { hasPassword: boolean }
}
/** Specification, section 9. */
const sampleDelay = 500
const fallback = 'No se han podido cargar sus datos. Compruebe su conexión e inténtelo de nuevo.'

async function readProfile(): Promise<Answer<Shown>> {
  const answer = await account()
  if (answer.ok) {
    const { emailVerified, hasPassword } = answer.body
    const data = describeAccount(answer.body, new Date())
    return { ok: true, body: { data, account: { hasPassword }, isVerified: emailVerified } }
  }
  if (answer.status !== 404) return answer
  await new Promise((passed) => setTimeout(passed, sampleDelay))
  return { ok: true, body: { data: sampleData, account: 'sample', isVerified: true } }
}

export default function Profile() {
  const [isErased, setErased] = useState(false)
  const session = useRequiredSession('/profile', isErased)

  function onErased() {
    // In this order: without a token the screen would redirect to /login.
    flushSync(() => setErased(true))
    dropToken()
  }
  if (isErased)
    return (
      <Card>
        <Erased />
      </Card>
    )
  return session ? (
    <OwnProfile key={session} onErased={onErased} />
  ) : (
    <Card isBusy>
      <Loading>Cargando...</Loading>
    </Card>
  )
}

function OwnProfile({ onErased }: { onErased: () => void }) {
  const { data, error, isPending, refetch } = useAnswer(['account'], readProfile)
  return (
    <Card isBusy={isPending}>
      {isPending && <Loading>Cargando...</Loading>}
      {error && <Retry onRetry={() => void refetch()}>{error.refused.detail ?? fallback}</Retry>}
      {data && <Details {...data} onErased={onErased} />}
    </Card>
  )
}

const Card = ({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) => (
  <ComesLate>
    <section className={`stack sheet start ${styles.card}`} aria-busy={isBusy}>
      <Title>Mi Perfil</Title>
      {children}
    </section>
  </ComesLate>
)

const Erased = () => (
  <>
    <Notice kind="success">Su cuenta se ha borrado, y con ella el contenido de sus cartas.</Notice>
    <p>
      Lo que tenga sin enviar en este equipo, también una firma, sigue aquí: puede borrarlo en la página de
      escribir con «Borrar borrador».
    </p>
    <ButtonLink href="/" kind="secondary">
      Ir al inicio
    </ButtonLink>
  </>
)

function Details({ data, account, isVerified, onErased }: Shown & { onErased: () => void }) {
  return (
    <>
      {account === 'sample' && <Notice kind="info">Datos de ejemplo</Notice>}
      {!isVerified && <Unverified email={data.email} />}
      <div className={`row ${styles.person}`}>
        <span className={styles.portrait}>
          <AvatarIcon size={44} />
        </span>
        <div>
          <p className="serif subtitle">{data.displayName}</p>
          <p className="quiet wrap">{data.email}</p>
        </div>
      </div>
      <h2>Detalles de la Cuenta</h2>
      <Facts values="below">
        <Fact name="Suscripción">{data.subscription}</Fact>
        <Fact name="Se unió">{data.joined}</Fact>
      </Facts>
      <h2>Actividad</h2>
      <Facts values="below">
        <Fact name="Cartas Escritas">{data.lettersWritten}</Fact>
        <Fact name="Última Carta">{data.lastLetter}</Fact>
      </Facts>
      <h2>Preferencias</h2>
      <ThemeChoice />
      <Actions at="start" className={styles.actions}>
        <Button kind="secondary">Editar Perfil</Button>
        <ButtonLink href="/write">Ir a Escribir</ButtonLink>
      </Actions>
      {account !== 'sample' && (
        <>
          <ChangePassword
            hasPassword={account.hasPassword}
            email={data.email}
            onChanged={() => void queries.invalidateQueries({ queryKey: sessionsKey })}
          />
          <Sessions />
          <OwnData hasPassword={account.hasPassword} onErased={onErased} />
        </>
      )}
    </>
  )
}
