import { keysOf } from '@lacre/letter/keys-of.ts'
import { chooseTheme, themes, useTheme } from '../theme.ts'
import styles from './profile.module.css'

const names = keysOf(themes)

/** Each choice shows its own paper and ink. */
export function ThemeChoice() {
  const chosen = useTheme()
  return (
    <fieldset className={styles.themes}>
      <legend>Tema</legend>
      {names.map((name) => (
        <label key={name} className={styles.theme}>
          <input
            type="radio"
            name="theme"
            value={name}
            checked={chosen === name}
            onChange={() => chooseTheme(name)}
          />
          <span className={`theme-${name} ${styles.swatch}`} aria-hidden="true">
            Aa
          </span>
          {themes[name]}
        </label>
      ))}
    </fieldset>
  )
}
