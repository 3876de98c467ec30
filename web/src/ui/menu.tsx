import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import styles from './menu.module.css'
import { roving } from './roving.ts'

const hasPopovers = () => 'popover' in HTMLElement.prototype
const isShownByBrowser = (list: HTMLElement | null) => hasPopovers() && !!list?.matches(':popover-open')

/**
 * Opens and closes a popover from its button. Firefox has none before 125 (docs/browsers.md): there the list is shown
 * by the attribute `data-open`, a press elsewhere closes it, and closing gives the focus back.
 */
function usePopover() {
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

export type MenuItem = { label: string } & ({ href: string } | { onSelect: () => void })

const onArrows = roving('[role=menuitem]', 'vertical')

/**
 * A menu on the popover attribute: light dismiss, Escape and focus return come with the platform,
 * and it opens with JavaScript off too. Items with `href` are real links.
 */
export function Menu({ label, trigger, items }: { label: string; trigger: ReactNode; items: MenuItem[] }) {
  const id = useId()
  const { button, list, listRef, isOpen, setOpen, open, close, isShown } = usePopover()
  function enter() {
    open()
    list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault() // the browser would open it, and tell of it after the next key
          if (isShown()) close()
          else enter()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          enter()
        }}
      >
        {trigger}
      </button>
      <div
        ref={listRef}
        id={id}
        popover="auto"
        data-open={isOpen || undefined}
        role="menu"
        aria-label={label}
        className={styles.list}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={(event) => {
          if (event.key === 'Tab' || event.key === 'Escape') close()
          onArrows(event)
        }}
      >
        {items.map((item, place) => {
          const shared = { role: 'menuitem', className: styles.item, tabIndex: place ? -1 : 0 }
          return 'href' in item ? (
            <Link key={item.label} {...shared} href={item.href} onClick={close}>
              {item.label}
            </Link>
          ) : (
            <button
              key={item.label}
              {...shared}
              type="button"
              onClick={() => {
                close()
                item.onSelect()
              }}
            >
              {item.label}
            </button>
          )
        })}
      </div>
    </>
  )
}
