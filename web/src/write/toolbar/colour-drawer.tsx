import type { Colour } from '@lacre/letter/content/tree.ts'
import { roving } from '../../ui/roving.ts'
import { GreyNote } from '../parts/grey-note.tsx'
import type { NamedColour } from './colours.ts'
import styles from './toolbar.module.css'

const onArrows = roving('button', 'horizontal')

/** The palette under the toolbar: named swatches, the one in use pressed. */
export function ColourDrawer({
  id,
  label,
  none,
  colours,
  current,
  onChoose,
  onLeave,
}: {
  id: string
  label: string
  none: string
  colours: NamedColour[]
  current: string | undefined
  onChoose: (colour: Colour | undefined) => void
  onLeave: () => void
}) {
  const choices = [{ name: none, colour: undefined }, ...colours]
  return (
    <div
      id={id}
      role="toolbar"
      aria-label={label}
      className={styles.drawer}
      onKeyDown={(event) => (event.key === 'Escape' ? onLeave() : onArrows(event))}
    >
      {choices.map(({ name, colour }, place) => (
        <button
          key={name}
          type="button"
          className={styles.swatch}
          aria-pressed={colour === current}
          tabIndex={place ? -1 : 0}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(colour)}
        >
          <span className={styles.chip} style={{ backgroundColor: colour ?? 'transparent' }} />
          {name}
        </button>
      ))}
      <GreyNote />
    </div>
  )
}
