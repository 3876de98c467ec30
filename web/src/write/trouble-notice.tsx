import { Notice } from '../ui/notice.tsx'
import type { Desk, Trouble } from './first-editor.ts'
import { useTrouble } from './use-desk.ts'
import styles from './write.module.css'

const messages = {
  'wrong-type':
    'Solo se pueden añadir imágenes PNG o JPEG. El resto de archivos no se ha incluido en la carta.',
  unreadable: 'No hemos podido leer esa imagen. Pruebe a guardarla de nuevo como PNG o JPEG.',
  'without-pictures':
    'Este navegador no tiene espacio para guardar las imágenes: el texto está a salvo, pero al recargar la página tendrá que añadirlas otra vez.',
  refused:
    'Este navegador no deja guardar la carta. No cierre la página sin enviarla o copiar antes su texto en otro sitio.',
} satisfies Record<Trouble, string>

/** What went wrong with a picture or with keeping the text, until it is closed. */
export function TroubleNotice({ desk }: { desk: Desk | undefined }) {
  const trouble = useTrouble(desk)
  if (!desk || !trouble) return null
  return (
    <div className={styles.trouble}>
      <Notice kind="error">
        {messages[trouble]}{' '}
        <button type="button" className={styles.hide} onClick={desk.hideTrouble}>
          Entendido
        </button>
      </Notice>
    </div>
  )
}
