import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import type { Address } from '@lacre/letter/address/address.ts'
import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { count } from '@lacre/letter/words.ts'
import { BookIcon } from '../../ui/icons.tsx'
import { Field } from '../../ui/field.tsx'
import { matchingEntries } from './use-book.ts'
import styles from './name-field.module.css'

/** Closed, matches of the typed text, or the whole book. */
type Offer = 'nothing' | 'matching' | 'whole-book'

const showOption = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

/**
 * The name field, which offers entries of the address book (WAI-ARIA combobox with a list); choosing one fills in the
 * whole address. With an empty book it is a plain field.
 */
export function NameField({
  book,
  onChoose,
  ...field
}: ComponentProps<typeof Field> & {
  value: string
  onChange: (value: string) => void
  book: BookEntry[]
  onChoose: (address: Address) => void
}) {
  const listId = useId()
  const [offer, setOffer] = useState<Offer>('nothing')
  const [active, setActive] = useState(-1)
  if (!book.length) return <Field {...field} />

  const offered = {
    nothing: () => [],
    matching: () => (field.value.trim() ? matchingEntries(book, field.value) : []),
    'whole-book': () => book,
  }[offer]()
  const isOpen = offered.length > 0

  function show(next: Offer, at = -1) {
    setOffer(next)
    setActive(at)
  }
  function choose({ address }: BookEntry) {
    onChoose(address)
    show('nothing')
  }
  function move(step: 1 | -1) {
    if (!isOpen) return show('whole-book', step === 1 ? 0 : book.length - 1)
    // One more place than options: the field itself.
    const places = offered.length + 1
    setActive(((active + 1 + step + places) % places) - 1)
  }
  function onKeyDown(event: KeyboardEvent) {
    const chosen = offered[active]
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && isOpen) show('nothing')
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault() // keeps the key from form and dialog
  }

  return (
    <Field
      {...field}
      autoComplete="off"
      onChange={(value) => {
        field.onChange(value)
        show('matching')
      }}
      input={{
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-expanded': isOpen,
        'aria-controls': listId,
        'aria-activedescendant': offered[active] && `${listId}-${active}`,
        onKeyDown,
        onBlur: () => show('nothing'),
      }}
    >
      <button
        type="button"
        tabIndex={-1}
        className={styles.open}
        aria-label="Libreta de direcciones"
        aria-expanded={isOpen}
        aria-controls={listId}
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => {
          currentTarget.parentElement?.querySelector('input')?.focus()
          show(isOpen ? 'nothing' : 'whole-book')
        }}
      >
        <BookIcon />
      </button>
      <ul
        id={listId}
        role="listbox"
        aria-label="Libreta de direcciones"
        hidden={!isOpen}
        className={styles.list}
      >
        {offered.map((entry, at) => (
          <li
            key={entry.id}
            ref={at === active ? showOption : undefined}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === active}
            className={styles.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(entry)}
          >
            <span className={styles.name}>{entry.address.name}</span>
            <span className="soft">
              {entry.address.street}, {entry.address.city}
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {isOpen && `${count(offered.length, 'dirección', 'direcciones')} de su libreta`}
      </p>
    </Field>
  )
}
