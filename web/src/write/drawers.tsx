import { noLink, typedLink } from '@lacre/letter/content/links.ts'
import type { Colour } from '@lacre/letter/content/tree.ts'
import type { Command } from 'prosemirror-state'
import { type FormEvent, useState } from 'react'
import { backgroundColour, removeLink, setLink, textColour } from '../editor/commands/marks.ts'
import { Button } from '../ui/button.tsx'
import { Field, readForm } from '../ui/field.tsx'
import { roving } from '../ui/roving.ts'
import { GreyNote } from './grey-note.tsx'
import styles from './toolbar.module.css'

type NamedColour = { name: string; colour: Colour }

/** Contrast of at least 4.5:1 on white and on each background below (a test proves it). */
export const inks: NamedColour[] = [
  { name: 'Rojo lacre', colour: '#8c2f2b' },
  { name: 'Azul tinta', colour: '#1f3f8f' },
  { name: 'Verde pino', colour: '#1e5c38' },
  { name: 'Morado', colour: '#5b2a86' },
  { name: 'Marrón', colour: '#6b3d14' },
  { name: 'Gris', colour: '#4d4d4d' },
]

export const backgrounds: NamedColour[] = [
  { name: 'Amarillo', colour: '#fff3a3' },
  { name: 'Verde claro', colour: '#d9f2d3' },
  { name: 'Azul claro', colour: '#d9e8fb' },
  { name: 'Rosa', colour: '#fcdde6' },
  { name: 'Naranja claro', colour: '#ffe6c7' },
  { name: 'Gris claro', colour: '#e8e8e8' },
]

const onArrows = roving('button')

const palettes = {
  ink: { label: 'Color del texto', none: 'Tinta normal', colours: inks, command: textColour },
  background: { label: 'Color de fondo', none: 'Sin fondo', colours: backgrounds, command: backgroundColour },
}

type DrawerProps = {
  id: string
  /** The value at the caret. */
  current: string | undefined
  onChoose: (command: Command) => void
  onLeave: () => void
}

/** Named swatches under the toolbar, the current one pressed. */
export function ColourDrawer({
  of,
  id,
  current,
  onChoose,
  onLeave,
}: DrawerProps & { of: keyof typeof palettes }) {
  const { label, none, colours, command } = palettes[of]
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
          onClick={() => onChoose(command(colour))}
        >
          <span className={styles.chip} style={{ backgroundColor: colour ?? 'transparent' }} />
          {name}
        </button>
      ))}
      <GreyNote />
    </div>
  )
}

const protocols = 'Direcciones http, https, mailto, tel o sms; por ejemplo, www.ejemplo.es'

const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** Asks for the address of a link; the letter keeps its selection meanwhile. */
export function LinkDrawer({ id, current, onChoose, onLeave }: DrawerProps) {
  const [error, setError] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { link: address = '' } = readForm(event.currentTarget)
    if (!address.trim()) return setError('Escriba la dirección del enlace')
    if (typedLink(address) === noLink) return setError('Ese tipo de dirección no se admite en una carta')
    onChoose(setLink(address))
  }
  return (
    <form
      id={id}
      ref={focusField}
      className={styles.drawer}
      noValidate
      onInput={() => setError(undefined)}
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onLeave()}
    >
      <div className={styles.address}>
        <Field
          label="Dirección del enlace"
          name="link"
          inputMode="text"
          defaultValue={current === noLink ? '' : current}
          hint={protocols}
          error={error}
        />
      </div>
      <Button type="submit" kind="secondary">
        {current === undefined ? 'Poner enlace' : 'Cambiar enlace'}
      </Button>
      {current !== undefined && (
        <Button kind="quiet" onClick={() => onChoose(removeLink)}>
          Quitar enlace
        </Button>
      )}
      <Button kind="quiet" onClick={onLeave}>
        Cancelar
      </Button>
    </form>
  )
}
