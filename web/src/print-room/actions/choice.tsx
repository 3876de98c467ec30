import styles from '../view/console.module.css'

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
      {(Object.keys(options) as Name[]).map((option) => (
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
        <p id={errorId} className={styles.refused}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
