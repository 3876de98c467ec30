import { Notice } from '../ui/notice.tsx'
import type { EditorSession } from '../drafts/editor-session.ts'
import { useMissing } from '../ui/use-lazy.ts'
import { useKeeping } from '../drafts/use-editor-session.ts'
import styles from '../drafts/notices.module.css'

/**
 * A lazy part did not load: no network, or the server has a newer build. A reload helps in both cases, but only where the
 * letter is stored.
 */
export function MissingNotice({ session }: { session: EditorSession | undefined }) {
  const isKept = useKeeping(session) !== 'unkept'
  if (!useMissing()) return null
  return (
    <Notice kind="error">
      No se ha podido abrir esa parte de la página.{' '}
      {isKept ? (
        <>
          Su carta está guardada: compruebe su conexión y vuelva a cargar la página.{' '}
          <button type="button" className={styles.hide} onClick={() => location.reload()}>
            Volver a cargar
          </button>
        </>
      ) : (
        'Compruebe su conexión e inténtelo de nuevo.'
      )}
    </Notice>
  )
}
