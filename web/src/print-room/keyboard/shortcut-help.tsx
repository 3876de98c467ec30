import { useState } from 'react'
import { Modal } from '../../ui/dialog/modal.tsx'
import styles from './keyboard.module.css'
import { shortcuts, turnKeys, useKeysOn } from './shortcuts.ts'

const others = [
  ['↑ ↓', 'De fila en fila, dentro de una tabla'],
  ['Inicio Fin', 'A la primera o a la última fila'],
  ['Esc', 'Cerrar un diálogo; al escanear, empezar otra carta'],
] as const

/** What the keys do, under `?`, and a way to switch those of one character off. */
export function ShortcutHelp() {
  const [isOpen, open] = useState(false)
  const areOn = useKeysOn()
  return (
    <>
      <button
        type="button"
        className={styles.help}
        aria-label="Atajos de teclado"
        aria-keyshortcuts="?"
        onClick={() => open(true)}
      >
        Atajos
      </button>
      <Modal isOpen={isOpen} onClose={() => open(false)} title="Atajos de teclado" closesOnOverlay hasCross>
        <dl className={styles.keys}>
          {[...Object.entries(shortcuts), ...others].map(([key, words]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <p>Puede escanear una hoja desde cualquier pantalla: no hace falta ir antes a Escanear.</p>
        <label className={styles.switch}>
          <input type="checkbox" checked={areOn} onChange={({ target }) => turnKeys(target.checked)} />
          Usar las teclas de un solo carácter
        </label>
      </Modal>
    </>
  )
}
