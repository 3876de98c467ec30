import type { ReactNode, RefObject } from 'react'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'

/** Header, screen and footer. Both are Spanish also around a screen in English. */
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
      {/* Shown by CSS alone where the server marks the page, so that nothing moves after the first paint. */}
      <aside className={styles.sandbox} lang="es" aria-label="Modo de pruebas">
        Modo de pruebas: no se cobra ni se envía nada real. <a href="/sandbox/mailbox">Buzón de pruebas</a>
      </aside>
      <Header />
      <main ref={main} id="contenido" className={styles.main} lang={lang} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      {/* The last of the page: it is painted when this has come (index.html). */}
      <p role="status" id="announcement" className="visually-hidden" lang={lang}>
        {announcement}
      </p>
    </div>
  )
}
