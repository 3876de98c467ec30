import { useCallback } from 'react'
import { Link, useLocation } from 'wouter'
import { logout } from '../api.ts'
import { dropToken, useSignedIn } from '../session.ts'
import { AvatarIcon } from '../ui/icons.tsx'
import { Menu, type MenuItem } from '../ui/menu/menu.tsx'
import { WaxSeal } from '../ui/wax-seal.tsx'
import { useOperator } from '../use-operator.ts'
import styles from './layout.module.css'

export function Header() {
  const [, navigate] = useLocation()
  const isSignedIn = useSignedIn()
  const { isOperator, look } = useOperator()
  // Whoever opened the menu before the page was alive is there already.
  const lookIfNear = useCallback(
    (area: HTMLElement | null) => void (area?.matches(':hover, :focus-within') && look()),
    [look],
  )

  function leave() {
    // The server ends the session first, while the token is still there; nobody waits for its answer.
    void logout()
    dropToken()
    navigate('/', { state: { hasLoggedOut: true } })
  }

  const items: MenuItem[] = isSignedIn
    ? [
        { label: 'Perfil', href: '/profile' },
        { label: 'Mis cartas', href: '/my-letters' },
        ...(isOperator ? [{ label: 'Imprenta', href: '/print-room' }] : []),
        { label: 'Cerrar sesión', onSelect: leave },
      ]
    : [
        { label: 'Iniciar sesión', href: '/login' },
        { label: 'Registrarse', href: '/register' },
      ]

  return (
    <header className={styles.header} lang="es">
      <Link href="/" className={styles.logo} aria-label="Lacre, ir al inicio">
        <WaxSeal size={34} />
        Lacre
      </Link>
      {/* Whoever comes near the menu may open it: by then it is known whether they are an operator. */}
      <div ref={lookIfNear} onPointerEnter={look} onFocus={look}>
        <Menu label="Menú de la cuenta" trigger={<AvatarIcon size={24} />} items={items} />
      </div>
    </header>
  )
}
