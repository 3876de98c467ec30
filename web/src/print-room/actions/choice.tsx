import { keysOf } from '@lacre/letter/keys-of.ts'
import viewStyles from '../view/view.module.css'
import styles from './actions.module.css'

/** One of a few, all of them to be seen. */
export function Choice<Name extends string>({
  legend,
  name,
  options,
  chosen,
  onChoose,
  error,
}: {
  legend: string
  name: string
  options: Record<Name, string>
  chosen: Name | undefined
  onChoose: (name: Name) => void
  error: string | undefined
}) {
  const errorId = `${name}-error`
  return (
    <fieldset className={styles.choice} aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      {keysOf(options).map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={chosen === option}
            onChange={() => onChoose(option)}
          />
          {options[option]}
        </label>
      ))}
      {error && (
        <p id={errorId} className={viewStyles.refused}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
