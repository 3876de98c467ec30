import { Link, useLocation } from 'wouter'
import { logout } from '../api.ts'
import { dropToken, useSignedIn } from '../session.ts'
import { AvatarIcon } from '../ui/icons.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { WaxSeal } from '../ui/wax-seal.tsx'
import styles from './layout.module.css'

export function Header() {
  const [, navigate] = useLocation()
  const isSignedIn = useSignedIn()

  function leave() {
    // The server is told first, while the token is still there; nobody waits for its answer.
    void logout()
    dropToken()
    navigate('/')
  }

  const items: MenuItem[] = isSignedIn
    ? [
        { label: 'Perfil', href: '/profile' },
        { label: 'Mis cartas', href: '/my-letters' },
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
      <Menu label="Menú de la cuenta" trigger={<AvatarIcon size={24} />} items={items} />
    </header>
  )
}
