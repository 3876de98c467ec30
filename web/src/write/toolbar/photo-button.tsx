import { useRef } from 'react'
import type { Editor } from '../editor/editor.ts'
import { glyphs } from './glyphs.tsx'
import { ToolButton } from './tool-button.tsx'

/** From the gallery or the camera, as the device offers. */
export function PhotoButton({ editor, isOff }: { editor: Editor; isOff: boolean }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton
        name="Añadir foto"
        face={glyphs.photo}
        isOff={isOff}
        onPress={() => chooser.current?.click()}
      />
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg"
        multiple
        hidden
        onChange={({ target }) => {
          editor.addPictures([...(target.files ?? [])])
          target.value = '' // the same photo may be chosen again
        }}
      />
    </>
  )
}
