import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { createListeners, read, remove, write } from '../../storage.ts'
import { isDialogOpen } from '../../ui/dialog/is-dialog-open.ts'
import { createKeyboardScanner } from './keyboard-scanner.ts'

/**
 * Keys that press a control of the page which names them in `aria-keyshortcuts`. None of them is a letter that
 * stands in a sheet code (0–9, a–f), so that a scanner presses none.
 */
export const shortcuts = {
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
export function turnKeys(on: boolean): void {
  heldHere = on
  if (on) remove(key)
  else write(key, 'off')
  notify()
}
export const useKeysOn = (): boolean => useSyncExternalStore(subscribe, areKeysOn, () => true)

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
