import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditorSession } from '../drafts/editor-session.ts'
import { downloadLetter } from '../drafts/trouble-notice.tsx'
import type { Version } from '../drafts/db.ts'
import { looksToSend } from '../editor/kept-looks.ts'
import { isBlank, looksLike, type Reason } from '../drafts/version-reason.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Actions } from '../ui/display.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './recover.module.css'
import { replaceLetter } from './replace-letter.ts'

const length = 140

/** The first words and the number of pictures, without parsing the HTML into a document. */
function firstWords(html: string): { words: string; pictures: number } {
  const text = html
    .replace(/<img (?:"[^"]*"|[^">])*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
  const words = text.length > length ? `${text.slice(0, length).replace(/\s\S*$/, '')}…` : text
  return { words, pictures: html.match(/<img /g)?.length ?? 0 }
}

const reasons = {
  pause: 'Al hacer una pausa',
  'big-change': 'Antes de borrar una parte grande',
  older: 'Encontrada al abrir la página',
  'other-tab': 'De otra pestaña',
  restored: 'Antes de recuperar otra versión',
  template: 'Antes de usar una plantilla',
  picture: 'Con la foto que se estaba añadiendo',
  sending: 'Al pulsar Enviar',
  sent: 'Antes de empezar otra carta',
  'signed-out': 'Al cerrar la sesión',
  account: 'De su cuenta',
} satisfies Record<Reason, string>

const time = new Intl.DateTimeFormat('es-ES', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
})

/** A version with time and first words. Without `onRestore`: the present text, or one equal to it. */
function VersionItem({
  at,
  html,
  why,
  note,
  onRestore,
}: {
  at: number
  html: string
  why: string
  note?: string
  onRestore?: () => void
}) {
  const { words, pictures } = firstWords(html)
  const date = new Date(at)
  return (
    <li className={`spread ${styles.version}`} {...(!onRestore && !note && { 'aria-current': true })}>
      <div className={styles.about}>
        <p className={styles.when}>
          <time dateTime={date.toISOString()}>{time.format(date)}</time>
          <span className={`soft ${styles.why}`}>{why}</span>
        </p>
        <p className={styles.words}>
          {words}
          {pictures > 0 && (
            <span className={`soft ${styles.why}`}>
              {' '}
              {pictures === 1 ? '1 imagen' : `${pictures} imágenes`}
            </span>
          )}
        </p>
      </div>
      {note && <span className={`soft ${styles.why}`}>{note}</span>}
      {onRestore && (
        <Button
          kind="secondary"
          aria-label={`Recuperar la versión del ${time.format(date)}`}
          onClick={onRestore}
        >
          Recuperar
        </Button>
      )}
    </li>
  )
}

/** Versions without pictures; `present`: the present text in the same form, changed at `at`. */
type Kept = { at: number; versions: Version[]; present: string }

/** Recuperar: lists the last versions; the chosen one replaces the letter. */
export default function RecoverDialog({
  session,
  onRestored,
  onClose,
}: {
  session: EditorSession
  onRestored: () => void
  onClose: () => void
}) {
  const [present] = useState(session.editor.html)
  const [kept, setKept] = useState<Kept | 'loading' | 'failed'>('loading')
  useEffect(() => {
    async function load(): Promise<Kept | 'failed'> {
      return (await session.openedStore())?.versions() ?? 'failed'
    }
    load().then(setKept, () => setKept('failed'))
  }, [session])

  async function restore(version: Version) {
    flushSync(onClose) // the dialog must return the focus to its button first
    const html = await session.store()?.whole(version.html)
    if (html !== undefined && (await replaceLetter(session, { ...version, html }, 'restored'))) onRestored()
  }

  return (
    <Modal isOpen title="Recuperar una versión" closesOnOverlay hasCross maxWidth="720px" onClose={onClose}>
      <div className={`stack ${styles.body}`}>
        <p>
          Este equipo guarda las últimas 20 versiones de sus cartas. La que elija ocupará el lugar de la
          actual, que también se guarda.
        </p>
        {kept === 'loading' && <p role="status">Cargando...</p>}
        {kept === 'failed' && (
          <Notice kind="error">Este navegador no deja guardar versiones de la carta.</Notice>
        )}
        {typeof kept === 'object' && (
          <>
            <ol className={styles.versions} hidden={isBlank(present) && !kept.versions.length}>
              {!isBlank(present) && <VersionItem at={kept.at} html={present} why="La actual" />}
              {kept.versions.map((version) => (
                <VersionItem
                  key={version.id}
                  at={version.at}
                  html={version.html}
                  why={reasons[version.because]}
                  {...(looksLike(version, { html: kept.present, looks: looksToSend() })
                    ? { note: 'Igual que la actual' }
                    : { onRestore: () => void restore(version) })}
                />
              ))}
            </ol>
            {!kept.versions.length && (
              <p className={styles.none}>
                Todavía no hay ninguna versión anterior. Se guarda una cada vez que hace una pausa, antes de
                un cambio grande y al enviar la carta.
              </p>
            )}
          </>
        )}
        <Actions>
          <Button kind="secondary" onClick={() => downloadLetter(session.editor.html())}>
            Descargar una copia
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}
