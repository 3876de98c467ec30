import { useEffect, useState } from 'react'
import type { Version } from '../../journal/tables.ts'
import type { Reason } from '../../journal/settling.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Desk } from '../first-editor.ts'
import { downloadLetter } from './download.ts'
import { firstWords } from './first-words.ts'
import styles from './recover.module.css'

const reasons = {
  pause: 'Al hacer una pausa',
  'big-change': 'Antes de borrar una parte grande',
  older: 'Encontrada al abrir la página',
  'other-tab': 'De otra pestaña',
  restored: 'Antes de recuperar otra versión',
  sending: 'Al pulsar Enviar',
  sent: 'Carta enviada',
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

/** Recuperar: the last versions with their time and first words; the one chosen takes the place of the letter. */
export default function RecoverDialog({
  desk,
  onRestored,
  onClose,
}: {
  desk: Desk
  onRestored: () => void
  onClose: () => void
}) {
  const [versions, setVersions] = useState<Version[] | 'loading' | 'failed'>(
    desk.journal() ? 'loading' : 'failed',
  )
  useEffect(() => {
    desk
      .journal()
      ?.versions()
      .then(setVersions, () => setVersions('failed'))
  }, [desk])

  function restore(version: Version) {
    void desk.journal()?.settle('restored')
    onClose()
    // The dialog gives the focus back to its button first.
    setTimeout(() => {
      desk.editor.replace(version.html)
      onRestored()
    })
  }

  return (
    <Modal isOpen title="Recuperar una versión" closesOnOverlay hasCross maxWidth="720px" onClose={onClose}>
      <div className={styles.body}>
        <p>
          Este equipo guarda las últimas 20 versiones de sus cartas. La que elija ocupará el lugar de la
          actual, que también se guarda.
        </p>
        {versions === 'loading' && <p role="status">Cargando...</p>}
        {versions === 'failed' && (
          <Notice kind="error">Este navegador no deja guardar versiones de la carta.</Notice>
        )}
        {Array.isArray(versions) && !versions.length && (
          <p className={styles.none}>
            Todavía no hay ninguna versión. Se guarda una cada vez que hace una pausa, antes de un cambio
            grande y al enviar la carta.
          </p>
        )}
        {Array.isArray(versions) && versions.length > 0 && (
          <ol className={styles.versions}>
            {versions.map((version) => (
              <VersionItem key={version.id} version={version} onRestore={() => restore(version)} />
            ))}
          </ol>
        )}
        <div className={styles.actions}>
          <Button kind="secondary" onClick={() => downloadLetter(desk.editor.html())}>
            Descargar una copia
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function VersionItem({ version, onRestore }: { version: Version; onRestore: () => void }) {
  const { words, pictures } = firstWords(version.html)
  const at = new Date(version.at)
  return (
    <li className={styles.version}>
      <div className={styles.about}>
        <p className={styles.when}>
          <time dateTime={at.toISOString()}>{time.format(at)}</time>
          <span className={styles.why}>{reasons[version.because]}</span>
        </p>
        <p className={styles.words}>
          {words}
          {pictures > 0 && (
            <span className={styles.why}> {pictures === 1 ? '1 imagen' : `${pictures} imágenes`}</span>
          )}
        </p>
      </div>
      <Button kind="secondary" aria-label={`Recuperar la versión del ${time.format(at)}`} onClick={onRestore}>
        Recuperar
      </Button>
    </li>
  )
}
