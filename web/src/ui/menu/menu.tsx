import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './menu.module.css'
import { roving } from '../roving.ts'
import { usePopover } from './use-popover.ts'

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
