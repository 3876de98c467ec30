import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { account, type Answer } from '../api.ts'
import { dropToken } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { useSessionHere } from '../use-sign-in.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Actions } from '../ui/display/actions.tsx'
import { ComesLate } from '../ui/display/comes-late.tsx'
import { Fact, Facts } from '../ui/display/facts.tsx'
import { Loading } from '../ui/display/loading.tsx'
import { Title } from '../ui/display/title.tsx'
import { AvatarIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { Retry } from '../ui/retry.tsx'
import { dataOf, sampleData, type ProfileData } from './account-data.ts'
import { ChangePassword } from './change-password.tsx'
import styles from './profile.module.css'
import { OwnData } from './own-data.tsx'
import { Sessions } from './sessions.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { Unverified } from './unverified.tsx'

type Shown = {
  data: ProfileData
  isVerified: boolean
  /** `sample`: this server keeps no account data, so there is none to take away. */
  account: 'sample' | { hasPassword: boolean }
}
/** The specified delay before the sample data (section 9). */
const sampleDelay = 500
const fallback = 'No se han podido cargar sus datos. Compruebe su conexión e inténtelo de nuevo.'

async function readProfile(): Promise<Answer<Shown>> {
  const answer = await account()
  if (answer.ok) {
    const { emailVerified, hasPassword } = answer.body
    const data = dataOf(answer.body, new Date())
    return { ok: true, body: { data, account: { hasPassword }, isVerified: emailVerified } }
  }
  if (answer.status !== 404) return { ...answer, detail: answer.detail ?? fallback }
  await new Promise((passed) => setTimeout(passed, sampleDelay))
  return { ok: true, body: { data: sampleData, account: 'sample', isVerified: true } }
}

export default function Profile() {
  const [isErased, setErased] = useState(false)
  const session = useSessionHere('/profile', isErased)

  function onErased() {
    // Only once this screen knows why: without a token it would lead to /login.
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
  const { loaded, reload } = useLoaded(readProfile, '')
  return (
    <Card isBusy={loaded.is === 'loading'}>
      {loaded.is === 'loading' && <Loading>Cargando...</Loading>}
      {loaded.is === 'failed' && <Retry onRetry={reload}>{loaded.detail}</Retry>}
      {loaded.is === 'shown' && <Details {...loaded.value} onErased={onErased} />}
    </Card>
  )
}

const Card = ({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) => (
  <ComesLate>
    <section className={styles.card} aria-busy={isBusy}>
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
  // A changed password has ended sessions: they are asked for again.
  const [changes, count] = useState(0)
  const onChanged = () => count((before) => before + 1)
  return (
    <>
      {account === 'sample' && <Notice kind="info">Datos de ejemplo</Notice>}
      {!isVerified && <Unverified email={data.email} />}
      <div className={styles.person}>
        <span className={styles.portrait}>
          <AvatarIcon size={44} />
        </span>
        <div>
          <p className={styles.name}>{data.displayName}</p>
          <p className={styles.email}>{data.email}</p>
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
          <ChangePassword hasPassword={account.hasPassword} email={data.email} onChanged={onChanged} />
          <Sessions key={changes} />
          <OwnData hasPassword={account.hasPassword} onErased={onErased} />
        </>
      )}
    </>
  )
}
