import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createListeners, read, remove, write } from '../storage.ts'
import { isDialogOpen, Modal } from '../ui/dialog.tsx'
import styles from './shortcuts.module.css'

/** A USB scanner is a keyboard that types a code and Enter, faster than anybody can. */
const fastMs = 100
const longestCode = 60
const isSheetCode = (text: string) => /^[0-9a-f]{12}\.\d{1,2}\.\d{1,2}$/i.test(text)

/**
 * Listens to keys that go to no field. Answers the code when one was just completed, so that the Enter behind it
 * does not press whatever button has the focus. `at` is in milliseconds.
 */
export function createKeyboardScanner(): (key: string, at: number) => string | undefined {
  let typed = ''
  let last = -Infinity
  return (key, at) => {
    if (at - last > fastMs) typed = ''
    last = at
    if (key === 'Enter') {
      const code = typed
      typed = ''
      return isSheetCode(code) ? code : undefined
    }
    if (key.length === 1) typed = (typed + key).slice(-longestCode)
    return undefined
  }
}

/**
 * Keys that press a control of the page which names them in `aria-keyshortcuts`. None of them is a letter that
 * stands in a sheet code (0–9, a–f), so that a scanner presses none.
 */
const shortcuts = {
  h: 'Hoy',
  F2: 'Escanear',
  '/': 'Escanear',
  l: 'Buscar una carta',
  n: 'Necesitan a una persona',
  o: 'Oficina',
  r: 'Registro',
  t: 'Cerrar la tanda (en Hoy)',
  '?': 'Esta lista',
} as const

const key = 'printRoomKeys'
const { notify, subscribe } = createListeners()
let heldHere: boolean | undefined

/** Whether keys of one character do something: WCAG 2.1.4 wants a way to switch them off. F2 always does. */
const areKeysOn = (): boolean => heldHere ?? read(key) !== 'off'
/** Where it cannot be stored, it lasts for this visit. */
function turnKeys(on: boolean): void {
  heldHere = on
  if (on) remove(key)
  else write(key, 'off')
  notify()
}
const useKeysOn = (): boolean => useSyncExternalStore(subscribe, areKeysOn, () => true)

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
const controlOf = (pressed: string) =>
  [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].find((control) =>
    control.getAttribute('aria-keyshortcuts')?.split(' ').includes(pressed),
  )

/** Listens on the whole page: the shortcuts, and a scanner that is used while the focus is in no field. */
export function useShortcuts(onSheetCode: (code: string) => void): void {
  const sheetCodeCame = useEffectEvent(onSheetCode)
  // Before the page is painted: who sees it may press a key at once.
  useLayoutEffect(() => {
    const scanner = createKeyboardScanner()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const isAsked = isDialogOpen()
      const isTyping = isField(event.target)
      const code = isTyping && !isAsked ? undefined : scanner(event.key, event.timeStamp)
      if (code !== undefined) {
        event.preventDefault()
        event.stopPropagation()
        // Whoever is being asked something answers that first; the scanner's Enter is no answer.
        if (!isAsked) sheetCodeCame(code)
        return
      }
      if (isAsked) return
      if (event.key.length === 1 && (isTyping || !areKeysOn())) return
      const control = controlOf(event.key)
      if (!control) return
      event.preventDefault()
      control.focus()
      control.click()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

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
