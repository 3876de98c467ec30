import { Notice } from '../notice.tsx'

/** A form whose program could not be had. */
export const FormMissing = () => (
  <Notice kind="error">No se ha podido abrir el formulario. Compruebe su conexión.</Notice>
)
