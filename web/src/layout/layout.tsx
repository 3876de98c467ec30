import type { Operator } from '@lacre/letter/print-room/calls.ts'
import { type ReactNode, type RefObject, useCallback, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { account, logout } from '../api.ts'
import { dropToken, token, useSignedIn } from '../session.ts'
import { AvatarIcon } from '../ui/icons.tsx'
import { WaxSeal } from '../ui/wax-seal.tsx'
import styles from './layout.module.css'

let cached: { session: string; answer: Promise<Operator | null> } | undefined

/** The operator of this account, if any; cached per session, except a failure. */
async function readOperator(session: string): Promise<Operator | null> {
  if (cached?.session !== session) {
    const answer = account({ meets401: true }).then((answered) => {
      if (!answered.ok) cached = undefined
      return answered.ok ? answered.body.operator : null
    })
    cached = { session, answer }
  }
  return cached.answer
}

/** Loads on `look`, so that a page without a visit to the menu makes no call. */
function useOperator() {
  const [known, setKnown] = useState<{ session: string; isOperator: boolean }>()
  const look = useCallback(() => {
    const session = token()
    if (session) void readOperator(session).then((operator) => setKnown({ session, isOperator: !!operator }))
  }, [])
  return { isOperator: !!known?.isOperator && known.session === token(), look }
}

const menuName = 'Menú de la cuenta'

/** The menu is a popover, which also opens without JavaScript. */
function Header() {
  const [path, navigate] = useLocation()
  const isSignedIn = useSignedIn()
  const { isOperator, look } = useOperator()
  // The menu may have been opened before hydration.
  const lookIfNear = useCallback(
    (area: HTMLElement | null) => void (area?.matches(':hover, :focus-within') && look()),
    [look],
  )

  function leave() {
    // Sent before the token is removed; the answer is not awaited.
    void logout()
    dropToken()
    navigate('/', { state: { hasLoggedOut: true } })
  }

  return (
    <header className={`spread ${styles.header}`} lang="es">
      <Link href="/" className={`serif strong ${styles.logo}`} aria-label="Lacre, ir al inicio">
        <WaxSeal size={34} />
        Lacre
      </Link>
      {/* Loads on hover or focus, so that the operator is known when the menu opens. */}
      <div ref={lookIfNear} onPointerEnter={look} onFocus={look}>
        <button type="button" className={styles.trigger} aria-label={menuName} popoverTarget="menu">
          <AvatarIcon size={24} />
        </button>
        <div
          key={path}
          id="menu"
          popover="auto"
          role="group"
          aria-label={menuName}
          className={`raised ${styles.menu}`}
          onClick={({ currentTarget }) => currentTarget.hidePopover?.()}
        >
          {isSignedIn ? (
            <>
              <Link href="/profile">Perfil</Link>
              <Link href="/my-letters">Mis cartas</Link>
              {isOperator && <Link href="/print-room">Imprenta</Link>}
              <button type="button" onClick={leave}>
                Cerrar sesión
              </button>
            </>
          ) : (
            <>
              <Link href="/login">Iniciar sesión</Link>
              <Link href="/register">Registrarse</Link>
            </>
          )}
        </div>
      </div>
    </header>
  )
}

/** English labels by the specification (section 2). */
const links = [
  { href: '/about-us', label: 'About' },
  { href: '/privacy-policy', label: 'Privacy policy' },
  { href: '/terms-of-use', label: 'Terms of use' },
]

function Footer() {
  return (
    <footer className={styles.footer} lang="es">
      <div className={`spread quiet ${styles.footerInside}`}>
        <p className={`serif ${styles.motto}`}>Cartas de papel, con su sello.</p>
        <nav aria-label="Información">
          <ul className="row">
            {links.map(({ href, label }) => (
              <li key={href}>
                <Link href={href} lang="en">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}

/** Header and footer stay Spanish around an English screen. */
export function Layout({
  main,
  lang,
  announcement,
  children,
}: {
  main: RefObject<HTMLElement | null>
  lang: 'es' | 'en'
  announcement: string
  children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <a href="#contenido" className={styles.skip} lang="es">
        Saltar al contenido
      </a>
      {/* CSS shows it where the server marks the page, so that nothing moves after the first paint. */}
      <aside className={styles.sandbox} lang="es" aria-label="Modo de pruebas">
        Modo de pruebas: no se cobra ni se envía nada real. <a href="/sandbox/mailbox">Buzón de pruebas</a>
      </aside>
      <Header />
      <main ref={main} id="contenido" className={styles.main} lang={lang} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      {/* The last element: rendering waits for it (index.html). */}
      <p role="status" id="announcement" className="visually-hidden" lang={lang}>
        {announcement}
      </p>
    </div>
  )
}
