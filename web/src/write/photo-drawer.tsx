import { captionFrom, maxCaption, type PhotoSize, photoSizes } from '@lacre/letter/content/tree.ts'
import { deleteSelection } from 'prosemirror-commands'
import { useEffect, useRef, useState } from 'react'
import { align, type Alignment } from '../editor/commands/blocks.ts'
import {
  photoCaption,
  photoSize,
  type PickedPhoto,
  turnedRight,
  turnPhoto,
} from '../editor/commands/photo.ts'
import type { Editor } from '../editor/editor.ts'
import { Field } from '../ui/field.tsx'
import { roving } from '../ui/roving.ts'
import { GreyNote } from './grey-note.tsx'
import { photoBarId, showAboveBar } from './photo-bar.ts'
import { glyphs, ToolButton } from './tool-button.tsx'
import styles from './toolbar.module.css'

const onArrows = roving('button')
const names: Record<PhotoSize, string> = {
  pequena: 'Pequeña',
  mediana: 'Mediana',
  entera: 'Todo el ancho',
}

/** Tools for the selected photo. Pressing the current size again removes it. */
export function PhotoDrawer({
  editor,
  photo,
  alignment,
  onLeave,
}: {
  editor: Editor
  photo: PickedPhoto
  alignment: Alignment
  onLeave: () => void
}) {
  const { at, src, size: chosen } = photo
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a larger photo needs more room
  useEffect(() => showAboveBar(editor), [editor, chosen])

  async function turn() {
    const turned = await turnedRight(src)
    // The photo may have changed meanwhile.
    if (editor.photo()?.src === src) editor.change(turnPhoto(editor.photo()?.at ?? at, turned))
  }
  return (
    <div
      id={photoBarId}
      role="group"
      aria-label="Foto elegida"
      className={styles.drawer}
      onKeyDown={({ key }) => key === 'Escape' && onLeave()}
    >
      <div
        role="toolbar"
        aria-label="Tamaño y lugar de la foto"
        className={styles.group}
        onKeyDown={onArrows}
      >
        {photoSizes.map((size, place) => (
          <button
            key={size}
            type="button"
            className={styles.swatch}
            aria-pressed={size === chosen}
            tabIndex={place ? -1 : 0}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => editor.change(photoSize(at, size === chosen ? null : size))}
          >
            {names[size]}
          </button>
        ))}
        <ToolButton
          name="Foto a la izquierda"
          face={glyphs.left}
          isPressed={alignment === 'left'}
          onPress={() => editor.change(align('left'))}
        />
        <ToolButton
          name="Foto centrada"
          face={glyphs.center}
          isPressed={alignment === 'center'}
          onPress={() => editor.change(align('center'))}
        />
        {/* The browser does not give us the pixels of another site's picture. */}
        {src.startsWith('data:') && (
          <ToolButton name="Girar la foto" face="Girar" onPress={() => void turn()} />
        )}
        <ToolButton name="Quitar la foto" face="Quitar" onPress={() => editor.run(deleteSelection)} />
      </div>
      <Caption
        current={photo.caption}
        onSet={(caption, visit) => editor.change(photoCaption(at, caption, visit))}
        onLeave={onLeave}
      />
      <GreyNote />
    </div>
  )
}

function Caption({
  current,
  onSet,
  onLeave,
}: {
  current: string
  /** At each key; `visit` identifies one stay in the field, which undo groups. */
  onSet: (caption: string, visit: object) => void
  onLeave: () => void
}) {
  const [typed, setTyped] = useState(current)
  const visit = useRef({})
  return (
    <form
      className={styles.address}
      noValidate
      onFocus={() => (visit.current = {})}
      onBlur={() => setTyped(current)}
      onSubmit={(event) => {
        event.preventDefault()
        onLeave()
      }}
    >
      <Field
        label="Pie de foto"
        name="caption"
        // The stored caption is trimmed; the field keeps the space before the next word.
        value={(captionFrom(typed) ?? '') === current ? typed : current}
        onChange={(caption) => {
          setTyped(caption)
          onSet(caption, visit.current)
        }}
        maxLength={maxCaption}
        autoComplete="off"
      />
    </form>
  )
}
