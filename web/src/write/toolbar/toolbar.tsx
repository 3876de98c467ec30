import type { Command } from 'prosemirror-state'
import { useId, useState } from 'react'
import { roving } from '../../ui/roving.ts'
import { backgroundColour, removeLink, setLink, textColour } from '../editor/commands/marks.ts'
import { photoCaption, photoSize } from '../editor/commands/photo.ts'
import { backgrounds, inks } from './colours.ts'
import type { Editor } from '../editor/editor.ts'
import { keepLooks } from '../../journal/kept-looks.ts'
import { EndingDrawer } from '../ending/ending-drawer.tsx'
import { LooksDrawer } from '../looks/looks-drawer.tsx'
import { useLooks } from '../looks/use-looks.ts'
import { ColourDrawer } from './colour-drawer.tsx'
import { glyphs } from './glyphs.tsx'
import { LinkDrawer } from './link-drawer.tsx'
import { showAboveBar } from './photo-bar.ts'
import { PhotoDrawer } from './photo-drawer.tsx'
import { PhotoButton } from './photo-button.tsx'
import { ToolButton } from './tool-button.tsx'
import { clearTool, tools } from './tools.tsx'
import styles from './toolbar.module.css'
import { useFormat } from './use-format.ts'

type Drawer = 'looks' | 'ending' | 'ink' | 'background' | 'link'
const onArrows = roving('button', 'horizontal')

/** Every format of the specification (section 2): one tab stop, arrows inside, drawers for colours and links. */
export default function Toolbar({ editor, id }: { editor: Editor; id: string }) {
  const format = useFormat(editor)
  const [drawer, setDrawer] = useState<Drawer>()
  const drawerId = useId()
  const looks = useLooks()

  const toggle = (which: Drawer) => setDrawer(drawer === which ? undefined : which)
  const opener = (which: Drawer, name: string, face: React.ReactNode, isOff = format.code) => (
    <ToolButton
      name={name}
      face={face}
      isExpanded={drawer === which}
      controls={drawerId}
      isOff={isOff}
      onPress={() => toggle(which)}
    />
  )
  function leave() {
    setDrawer(undefined)
    editor.focus()
  }
  const act = (command: Parameters<Editor['run']>[0]) => {
    editor.run(command)
    setDrawer(undefined)
  }

  const changePhoto = (command: (at: number) => Command) =>
    format.photo && editor.change(command(format.photo.at))

  return (
    <div id={id} className={styles.bar}>
      <div role="toolbar" aria-label="Formato de la carta" className={styles.tools} onKeyDown={onArrows}>
        {tools.map(({ group, tools: members }, at) => (
          <div key={group} role="group" aria-label={group} className={styles.group}>
            {members.map((tool, place) => (
              <ToolButton
                key={tool.name}
                {...tool}
                isPressed={tool.isOn?.(format)}
                isOff={!tool.isOn?.(format) && !editor.can(tool.command)}
                isTabStop={at === 0 && place === 0}
                onPress={() => editor.run(tool.command)}
              />
            ))}
          </div>
        ))}
        <div role="group" aria-label="Estilo de la carta" className={styles.group}>
          {opener('looks', 'Estilo de la carta', 'Estilo', false)}
          {opener('ending', 'Firma, sello y código de respuesta', 'Firma', false)}
        </div>
        <div role="group" aria-label="Colores, enlaces, fotos y limpieza" className={styles.group}>
          {opener('ink', 'Color del texto', <Ink colour={format.colour} />)}
          {opener('background', 'Color de fondo', <Marker colour={format.background} />)}
          {opener('link', 'Enlace', glyphs.link)}
          <PhotoButton editor={editor} isOff={format.code} />
          <ToolButton {...clearTool} onPress={() => editor.run(clearTool.command)} />
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {format.photo && 'Foto elegida. Pulse Intro para cambiar su tamaño o su pie.'}
      </p>
      {format.photo && !drawer && (
        <PhotoDrawer
          key={format.photo.at}
          photo={format.photo}
          onSize={(size) => changePhoto((at) => photoSize(at, size))}
          onCaption={(caption, visit) => changePhoto((at) => photoCaption(at, caption, visit))}
          onLeave={leave}
          onShow={() => showAboveBar(editor)}
        />
      )}
      {drawer === 'looks' && <LooksDrawer id={drawerId} looks={looks} onChoose={keepLooks} onLeave={leave} />}
      {drawer === 'ending' && (
        <EndingDrawer id={drawerId} looks={looks} onChoose={keepLooks} onLeave={leave} />
      )}
      {drawer === 'ink' && (
        <ColourDrawer
          id={drawerId}
          label="Color del texto"
          none="Tinta normal"
          colours={inks}
          current={format.colour}
          onChoose={(colour) => act(textColour(colour))}
          onLeave={leave}
        />
      )}
      {drawer === 'background' && (
        <ColourDrawer
          id={drawerId}
          label="Color de fondo"
          none="Sin fondo"
          colours={backgrounds}
          current={format.background}
          onChoose={(colour) => act(backgroundColour(colour))}
          onLeave={leave}
        />
      )}
      {drawer === 'link' && (
        <LinkDrawer
          key={format.link}
          id={drawerId}
          current={format.link}
          onSet={(address) => act(setLink(address))}
          onRemove={() => act(removeLink)}
          onLeave={leave}
        />
      )}
    </div>
  )
}

const Ink = ({ colour }: { colour: string | undefined }) => (
  <span className={styles.ink} style={{ borderColor: colour ?? 'currentcolor' }}>
    A
  </span>
)
const Marker = ({ colour }: { colour: string | undefined }) => (
  <span className={styles.marker} style={{ backgroundColor: colour }}>
    A
  </span>
)
