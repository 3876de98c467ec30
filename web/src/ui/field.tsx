import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** The values of a form, by field name. */
export const readForm = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Record<string, string>

/**
 * `onSubmit` gets the values by field name. `method="dialog"`: before hydration a submit must not put a password into
 * the address.
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
 * A labelled text input. Hint and error are announced with it (aria-describedby); the error stands in red below. Without
 * `value` it is uncontrolled; `readOnly` instead of `disabled` keeps the focus.
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
  /** A doubt; it does not prevent submitting. */
  note?: string | undefined
  /** Makes the note a button that fills in this value. */
  offer?: string | undefined
  /** Shown as an example, and selected on focus, so that typing replaces it. */
  isExample?: boolean
  onFocus?: () => void
  /** Further attributes and listeners of the input. */
  input?: ComponentProps<'input'>
  children?: ReactNode
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onFocus' | 'children'>) {
  const id = useId()

  /** A value typed or autofilled before hydration is only in the DOM; this hands it to the caller. */
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
            event.preventDefault() // the click would replace the selection by a caret
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
                document.getElementById(id)?.focus() // the pressed button is gone
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

/** A select with an empty first option, `none`. */
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
