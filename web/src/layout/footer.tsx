import { Link } from 'wouter'
import styles from './layout.module.css'

/** The labels are the specification's own, in English (section 2). */
const links = [
  { href: '/about-us', label: 'About' },
  { href: '/privacy-policy', label: 'Privacy policy' },
  { href: '/terms-of-use', label: 'Terms of use' },
]

export function Footer() {
  return (
    <footer className={styles.footer} lang="es">
      <div className={styles.footerInside}>
        <p className={styles.motto}>Cartas de papel, con su sello.</p>
        <nav aria-label="Información">
          <ul>
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
