import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Actions } from '../ui/display.tsx'
import styles from './error-page.module.css'

function ErrorPage({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <section className={`stack sheet start ${styles.page}`}>
      <p className={styles.stamp} aria-hidden="true">
        Devuelta
      </p>
      <h1>{title}</h1>
      <p>{children}</p>
      <Actions at="start" className={styles.actions}>
        {action}
      </Actions>
    </section>
  )
}

const home = (
  <ButtonLink href="/" kind="secondary">
    Ir al inicio
  </ButtonLink>
)
const reload = (
  <>
    <Button onClick={() => location.reload()}>Recargar la página</Button>
    {home}
  </>
)

export const NotFound = () => (
  <ErrorPage title="Esta página no existe" action={home}>
    La dirección está incompleta o la página ha cambiado de sitio. Si estaba escribiendo una carta, su texto
    sigue guardado.
  </ErrorPage>
)

export const NotLoaded = () => (
  <ErrorPage title="No se ha podido abrir la página" action={reload}>
    Compruebe su conexión y vuelva a intentarlo. Si estaba escribiendo una carta, su texto sigue guardado.
  </ErrorPage>
)

/** Replaces a screen that throws while rendering; header and footer stay usable. */
export const Broken = () => (
  <ErrorPage title="Algo ha fallado" action={reload}>
    Ha ocurrido un error inesperado al mostrar esta página. Si estaba escribiendo una carta, su texto sigue
    guardado.
  </ErrorPage>
)
