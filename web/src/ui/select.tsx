import { useId } from 'react'
import styles from './field.module.css'

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
      <label htmlFor={id} className={styles.label}>
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
