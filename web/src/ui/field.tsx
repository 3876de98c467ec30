import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** What is written in a form, by the names of its fields. */
export const readForm = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Record<string, string>

/**
 * `onSubmit` gets what was written, by the names of the fields. `method="dialog"`: before React is there, a submit goes
 * nowhere, least of all with a password in the address.
 */
export const Form = ({
  onSubmit,
  className = 'stack',
  ...rest
}: { onSubmit: (written: Record<string, string>) => unknown } & Omit<ComponentProps<'form'>, 'onSubmit'>) => (
  <form
    method="dialog"
    className={className}
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit(readForm(event.currentTarget))
    }}
  />
)

/**
 * A labelled line of text. Hint and error are read out with it (aria-describedby); the error stands in red below. Without
 * `value` the form reads it; `readOnly` instead of `disabled` keeps the focus.
 */
export function Field({
  label,
  value,
  onChange,
  error,
  hint,
  note,
  offer,
  isExample,
  onFocus,
  input,
  children,
  ...rest
}: {
  label: string
  name: string
  value?: string
  onChange?: (value: string) => void
  error?: string | false | undefined
  hint?: string
  /** Something to think about; it stops nobody. */
  note?: string | undefined
  /** What the note asks about: pressing it writes this. */
  offer?: string | undefined
  /** Shown as one, and selected on entry: whatever is typed takes its place. */
  isExample?: boolean
  onFocus?: () => void
  /** Further attributes and listeners of the input. */
  input?: ComponentProps<'input'>
  /** Stands over the input or under it. */
  children?: ReactNode
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onFocus' | 'children'>) {
  const id = useId()

  /** What was typed or filled in before React took over the prerendered page stands in the page only. */
  function takeOver(input: HTMLInputElement | null) {
    if (input?.value && value !== undefined && input.value !== value) onChange?.(input.value)
  }
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`, note && `${id}-note`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="strong">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="soft">
          {hint}
        </p>
      )}
      <div className={styles.control}>
        <input
          type="text"
          {...rest}
          {...input}
          ref={takeOver}
          id={id}
          value={value}
          onChange={onChange && ((event) => onChange(event.target.value))}
          onFocus={({ currentTarget }) => {
            if (isExample) currentTarget.select()
            onFocus?.()
          }}
          onMouseDown={(event) => {
            if (!isExample || document.activeElement === event.currentTarget) return
            event.preventDefault() // the caret would take the place of the selection
            event.currentTarget.focus()
          }}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          data-example={isExample || undefined}
          className={styles.input}
        />
        {children}
      </div>
      {error && (
        <p id={`${id}-error`} className={`soft strong ${styles.error}`}>
          {error}
        </p>
      )}
      {note && (
        <p id={`${id}-note`} className={`soft ${styles.note}`} role="status">
          {offer ? (
            <button
              type="button"
              className={`strong wrap ${styles.offer}`}
              onClick={() => {
                onChange?.(offer)
                document.getElementById(id)?.focus() // what was pressed is gone
              }}
            >
              {note}
            </button>
          ) : (
            note
          )}
        </p>
      )}
    </div>
  )
}

/** One of a few by its name, or the empty one that stands for none. */
export function Select({
  label,
  none,
  options,
  value,
  onChange,
}: {
  label: string
  none: string
  options: Record<string, string>
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="strong">
        {label}
      </label>
      <select
        id={id}
        className={styles.input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{none}</option>
        {Object.entries(options).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

/** One of a few by radio buttons, each with its words. */
export const Radios = <Value extends string>({
  legend,
  name,
  options,
  initial,
}: {
  legend: string
  name: string
  options: Partial<Record<Value, string>>
  initial: Value
}) => (
  <fieldset className={styles.radios}>
    <legend className="visually-hidden">{legend}</legend>
    {Object.entries<string | undefined>(options).map(([value, words]) => (
      <label key={value}>
        <input type="radio" name={name} value={value} defaultChecked={value === initial} />
        {words}
      </label>
    ))}
  </fieldset>
)
