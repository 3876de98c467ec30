import { ButtonLink } from '../ui/button.tsx'
import { takeFocus } from '../ui/take-focus.ts'
import { WaxSeal } from '../ui/wax-seal.tsx'
import styles from './registered.module.css'

/** Takes the place of the form, and the focus with it (specification, section 2). */
export const Registered = ({ email }: { email: string }) => (
  <section className={styles.panel}>
    <WaxSeal size={72} />
    <h1 ref={takeFocus} tabIndex={-1}>
      ¡Registro exitoso!
    </h1>
    <h2 className={styles.next}>Verifica tu correo electrónico</h2>
    <p>
      Hemos enviado un mensaje de verificación a <strong>{email}</strong>. Ábralo y pulse el enlace para
      confirmar su cuenta. Si lo abre en otro dispositivo, le pediremos su contraseña.
    </p>
    <p className={styles.hint}>Si no lo encuentra, mire en la carpeta de correo no deseado (spam).</p>
    <ButtonLink href="/login">Ir a Iniciar sesión</ButtonLink>
  </section>
)
