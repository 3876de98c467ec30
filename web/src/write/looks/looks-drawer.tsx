import { styleNames, styles, type Looks } from '@lacre/letter/looks/looks.ts'
import { roving } from '../../ui/roving.ts'
import bar from '../toolbar/toolbar.module.css'

const onArrows = roving('button', 'horizontal')

export type LooksDrawerProps = {
  id: string
  looks: Looks
  onChoose: (looks: Looks) => void
  onLeave: () => void
}

/** The letters one may write in, and whether they are large: under the toolbar, what is chosen is pressed. */
export function LooksDrawer({ id, looks, onChoose, onLeave }: LooksDrawerProps) {
  const isLarge = looks.size === 'grande'
  const choices = [
    ...styles.map((style) => ({
      name: styleNames[style],
      isOn: style === looks.style,
      chosen: { ...looks, style },
    })),
    {
      name: 'Letra grande',
      isOn: isLarge,
      chosen: { ...looks, size: isLarge ? 'normal' : 'grande' } as const,
    },
  ]
  return (
    <div
      id={id}
      role="toolbar"
      aria-label="Estilo de la carta"
      className={bar.drawer}
      onKeyDown={(event) => (event.key === 'Escape' ? onLeave() : onArrows(event))}
    >
      {choices.map(({ name, isOn, chosen }, place) => (
        <button
          key={name}
          type="button"
          className={bar.swatch}
          aria-pressed={isOn}
          tabIndex={place ? -1 : 0}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(chosen)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
