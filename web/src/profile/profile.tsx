import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { account } from '../api.ts'
import { dropToken, token, useSignedIn } from '../session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { AvatarIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { dataOf, sampleData, type ProfileData } from './account-data.ts'
import styles from './profile.module.css'
import { OwnData } from './own-data.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { Unverified } from './unverified.tsx'

type Shown = {
  is: 'shown'
  data: ProfileData
  isVerified: boolean
  /** `sample`: this house keeps no account data, so there is none to take away. */
  account: 'sample' | { hasPassword: boolean }
}
type State = { is: 'loading' } | Shown | { is: 'erased' } | { is: 'failed'; detail: string }

/** The specified delay before the sample data (section 9). */
const sampleDelay = 500
const fallback = 'No se han podido cargar sus datos. Compruebe su conexión e inténtelo de nuevo.'

export default function Profile() {
  const [path, navigate] = useLocation()
  const isSignedIn = useSignedIn()
  const [state, setState] = useState<State>({ is: 'loading' })
  const isErased = state.is === 'erased'

  useEffect(() => {
    // Elsewhere the screen stays for a moment while the next one is loaded: it must not send anybody on.
    if (path !== '/profile' || isErased) return
    // Asked of the store itself: while the prerendered page is taken over, the hook does not know yet.
    if (!isSignedIn && !token()) navigate('/login', { replace: true })
  }, [isSignedIn, path, navigate, isErased])

  // Only once this screen knows why: without a token it would lead to /login.
  useEffect(() => {
    if (isErased) dropToken()
  }, [isErased])

  useEffect(() => {
    if (path !== '/profile' || !token()) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStale = false

    async function load() {
      const answer = await account()
      if (isStale) return
      if (answer.ok) {
        const { emailVerified, hasPassword } = answer.body
        setState({
          is: 'shown',
          data: dataOf(answer.body, new Date()),
          account: { hasPassword },
          isVerified: emailVerified,
        })
      } else if (answer.status === 401) {
        navigate('/login?motivo=sesion', { replace: true })
        dropToken()
      } else if (answer.status === 404) {
        const sample: State = { is: 'shown', data: sampleData, account: 'sample', isVerified: true }
        timer = setTimeout(() => setState(sample), sampleDelay)
      } else setState({ is: 'failed', detail: answer.detail ?? fallback })
    }
    void load()
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [path, navigate])

  return (
    <section className={styles.card} aria-busy={state.is === 'loading'}>
      <h1 className={styles.title}>Mi Perfil</h1>
      {state.is === 'loading' && (
        <p className={styles.loading} role="status">
          Cargando...
        </p>
      )}
      {state.is === 'failed' && (
        <>
          <Notice kind="error">{state.detail}</Notice>
          <Button kind="secondary" onClick={() => location.reload()}>
            Reintentar
          </Button>
        </>
      )}
      {state.is === 'erased' && <Erased />}
      {state.is === 'shown' && <Details {...state} onErased={() => setState({ is: 'erased' })} />}
    </section>
  )
}

const Erased = () => (
  <>
    <Notice kind="success">Su cuenta se ha borrado, y con ella el contenido de sus cartas.</Notice>
    <p>
      Lo que tenga sin enviar en este equipo sigue aquí: puede borrarlo en la página de escribir con «Borrar
      borrador».
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
      <dl className={styles.facts}>
        <Fact name="Suscripción" value={data.subscription} />
        <Fact name="Se unió" value={data.joined} />
      </dl>
      <h2>Actividad</h2>
      <dl className={styles.facts}>
        <Fact name="Cartas Escritas" value={data.lettersWritten} />
        <Fact name="Última Carta" value={data.lastLetter} />
      </dl>
      <h2>Preferencias</h2>
      <ThemeChoice />
      <div className={styles.actions}>
        <Button kind="secondary">Editar Perfil</Button>
        <ButtonLink href="/write">Ir a Escribir</ButtonLink>
      </div>
      {account !== 'sample' && <OwnData hasPassword={account.hasPassword} onErased={onErased} />}
    </>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
