import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

const hasPopovers = () => 'popover' in HTMLElement.prototype
const isShownByBrowser = (list: HTMLElement | null) => hasPopovers() && !!list?.matches(':popover-open')

/**
 * Opens and closes a popover from its button. Firefox has none before 125 (docs/browsers.md): there the list is shown
 * by the attribute `data-open`, a press elsewhere closes it, and closing gives the focus back.
 */
export function usePopover() {
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** Pressed before the script came, it is open already. */
  const listRef = useCallback((shown: HTMLDivElement | null) => {
    list.current = shown
    if (isShownByBrowser(shown)) setOpen(true)
  }, [])

  function open() {
    if (!hasPopovers()) flushSync(() => setOpen(true))
    else if (button.current) list.current?.showPopover({ source: button.current })
  }
  function close() {
    if (hasPopovers()) return list.current?.hidePopover()
    if (list.current?.contains(document.activeElement)) button.current?.focus()
    setOpen(false)
  }

  useEffect(() => {
    if (!isOpen || hasPopovers()) return undefined
    const closeElsewhere = (event: PointerEvent) => {
      const path = event.composedPath()
      if (![button.current, list.current].some((part) => part && path.includes(part))) setOpen(false)
    }
    document.addEventListener('pointerdown', closeElsewhere)
    return () => document.removeEventListener('pointerdown', closeElsewhere)
  }, [isOpen])

  return {
    button,
    list,
    listRef,
    isOpen,
    setOpen,
    open,
    close,
    /** `isOpen` follows a moment later. */
    isShown: () => (hasPopovers() ? isShownByBrowser(list.current) : isOpen),
  }
}
