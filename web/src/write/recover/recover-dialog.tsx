import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { looksToSend } from '../../journal/kept-looks.ts'
import { looksLike, type Version } from '../../journal/journal.ts'
import { isBlank } from '../../journal/version-reason.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { EditorSession } from '../draft/editor-session.ts'
import { downloadLetter } from '../draft/download.ts'
import styles from './recover.module.css'
import { reasons } from './reasons.ts'
import { replaceLetter } from './replace-letter.ts'
import { VersionItem } from './version-item.tsx'

/** `at` is when the present text was last changed. */
type Kept = { at: number; versions: Version[] }

/** Recuperar: the last versions with their time and first words; the one chosen takes the place of the letter. */
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
    async function look(): Promise<Kept | 'failed'> {
      const journal = await session.openedJournal()
      if (!journal) return 'failed'
      await journal.flush()
      return { versions: await journal.versions(), at: journal.changedAt() ?? Date.now() }
    }
    look().then(setKept, () => setKept('failed'))
  }, [session])

  async function restore(version: Version) {
    flushSync(onClose) // the dialog gives the focus back to its button first
    if (await replaceLetter(session, version, 'restored')) onRestored()
  }

  return (
    <Modal isOpen title="Recuperar una versión" closesOnOverlay hasCross maxWidth="720px" onClose={onClose}>
      <div className={styles.body}>
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
                  {...(looksLike(version, { html: present, looks: looksToSend() })
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
