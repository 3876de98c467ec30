import { htmlPage } from '@lacre/letter/content/html-page.ts'
import { madridDay } from '@lacre/letter/days.ts'
import { download } from '../download.ts'
import { Notice } from '../ui/notice.tsx'
import type { Trouble } from './draft-state.ts'
import type { EditorSession } from './editor-session.ts'
import styles from './notices.module.css'
import { useTrouble } from './use-editor-session.ts'

/** Downloads the letter as an HTML file. */
export const downloadLetter = (html: string, now = new Date()): void =>
  download(new Blob([htmlPage(html)], { type: 'text/html' }), `carta-${madridDay(now)}.html`)

const messages = {
  'picture-in-version':
    'La foto que se estaba añadiendo no ha llegado a esta carta. La versión que la lleva está guardada en Recuperar.',
  'picture-lost':
    'La foto que se estaba añadiendo no ha llegado a esta carta, y este navegador no ha podido guardarla. Si la quiere, añádala otra vez.',
  'other-tab': 'Esta carta se ha cambiado en otra pestaña. Los dos textos están guardados en Recuperar.',
  'newer-tab':
    'Esta carta se ha cambiado también en otra pestaña. El texto de aquí es el más reciente; el otro está guardado en Recuperar.',
  'other-device': 'Este borrador se ha cambiado en otro equipo. Los dos textos están guardados en Recuperar.',
  'shown-older':
    'Hay una versión más reciente de esta carta, de antes de cerrar la página. La encontrará en Recuperar.',
  'without-pictures':
    'Este navegador no tiene espacio para guardar las imágenes: el texto está a salvo, pero al recargar la página tendrá que añadirlas otra vez.',
  'not-replaced':
    'Este navegador no ha podido guardar esta carta en Recuperar, así que sigue aquí y no la hemos cambiado por la otra. Descargue antes una copia.',
  refused:
    'Este navegador no deja guardar la carta. No cierre la página sin enviarla o descargar antes una copia.',
} satisfies Record<Exclude<Trouble, object>, string>

/** Trouble with pictures or storing, until dismissed. */
export function TroubleNotice({ session }: { session: EditorSession | undefined }) {
  const trouble = useTrouble(session)
  if (!session || !trouble) return null
  const message = typeof trouble === 'object' ? trouble.message : undefined
  return (
    <div
      // Mounted anew for each message, as the caret has moved.
      key={message}
      ref={message ? (notice) => standAtCaret(notice, session) : undefined}
      className={message ? styles.atCaret : styles.trouble}
    >
      <Notice kind="error">
        {message ?? messages[trouble as Exclude<Trouble, object>]}{' '}
        {(trouble === 'refused' || trouble === 'without-pictures' || trouble === 'not-replaced') && (
          <Choice onChoose={() => downloadLetter(session.editor.html())}>Descargar una copia</Choice>
        )}{' '}
        <Choice onChoose={() => hide(session)}>Entendido</Choice>
      </Notice>
    </div>
  )
}

/** Below the caret, so that the pasted text stays visible; above it where the sheet ends. */
function standAtCaret(notice: HTMLElement | null, { editor: { view } }: EditorSession) {
  const sheet = notice?.offsetParent?.getBoundingClientRect()
  if (!notice || !sheet) return
  const { top, bottom } = view.coordsAtPos(view.state.selection.head)
  const isLow = sheet.bottom - bottom < notice.offsetHeight + 8
  notice.style.insetBlock = isLow ? `auto ${sheet.bottom - top}px` : `${bottom - sheet.top}px auto`
}

/** The button is removed with its notice, so the letter gets the focus (WCAG 2.4.3). */
function hide(session: EditorSession) {
  session.state.setTrouble(undefined)
  session.editor.focus()
}

const Choice = ({ onChoose, children }: { onChoose: () => void; children: string }) => (
  <button type="button" className={styles.hide} onClick={onChoose}>
    {children}
  </button>
)
