import { captionFrom, maxCaption, type PhotoSize, photoSizes } from '@lacre/letter/content/tree.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Alignment } from '../editor/commands/blocks.ts'
import type { PickedPhoto } from '../editor/commands/photo.ts'
import { Field } from '../ui/field.tsx'
import { roving } from '../ui/roving.ts'
import { GreyNote } from './grey-note.tsx'
import { photoBarId } from './photo-bar.ts'
import { glyphs, ToolButton } from './tool-button.tsx'
import styles from './toolbar.module.css'

const onArrows = roving('button')
const names: Record<PhotoSize, string> = {
  pequena: 'Pequeña',
  mediana: 'Mediana',
  entera: 'Todo el ancho',
}

/** Size and caption of the picked photo, under the toolbar. The size that is on, pressed again, is taken away. */
export function PhotoDrawer({
  photo,
  align,
  onSize,
  onAlign,
  onTurn,
  onRemove,
  onCaption,
  onLeave,
  onShow,
}: {
  photo: PickedPhoto
  align: Alignment
  onSize: (size: PhotoSize | null) => void
  onAlign: (align: 'left' | 'center') => void
  onTurn: () => void
  onRemove: () => void
  /** At each key; `visit` is one stay in the field. */
  onCaption: (caption: string, visit: object) => void
  onLeave: () => void
  /** It is there, or the photo has another size. */
  onShow: () => void
}) {
  const show = useEffectEvent(onShow)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a larger photo needs more room
  useEffect(() => show(), [photo.size])
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
            aria-pressed={size === photo.size}
            tabIndex={place ? -1 : 0}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onSize(size === photo.size ? null : size)}
          >
            {names[size]}
          </button>
        ))}
        <ToolButton
          name="Foto a la izquierda"
          face={glyphs.left}
          isPressed={align === 'left'}
          onPress={() => onAlign('left')}
        />
        <ToolButton
          name="Foto centrada"
          face={glyphs.center}
          isPressed={align === 'center'}
          onPress={() => onAlign('center')}
        />
        {/* The browser gives no page the pixels of another site's picture. */}
        {photo.src.startsWith('data:') && <ToolButton name="Girar la foto" face="Girar" onPress={onTurn} />}
        <ToolButton name="Quitar la foto" face="Quitar" onPress={onRemove} />
      </div>
      <Caption current={photo.caption} onSet={onCaption} onLeave={onLeave} />
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
        // The letter's has no space at its ends, where the next word may be about to begin.
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
