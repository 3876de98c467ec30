import type { Command } from 'prosemirror-state'
import { type ReactNode, useId, useRef, useState, useSyncExternalStore } from 'react'
import {
  align,
  bulletList,
  codeBlock,
  heading,
  orderedList,
  paragraph,
  quote,
} from '../editor/commands/blocks.ts'
import { clearFormatting } from '../editor/commands/clear-formatting.ts'
import { bold, italic, strike, underline } from '../editor/commands/marks.ts'
import type { Editor } from '../editor/editor.ts'
import type { Format } from '../editor/format.ts'
import { roving } from '../ui/roving.ts'
import { ColourDrawer, LinkDrawer } from './drawers.tsx'
import { EndingDrawer, LooksDrawer } from './ending-drawer.tsx'
import { PhotoDrawer } from './photo-drawer.tsx'
import { glyphs, ToolButton } from './tool-button.tsx'
import styles from './toolbar.module.css'

/** The formats at the caret. With the toolbar closed, a key costs nothing here. */
function useFormat(editor: Editor): Format {
  const last = useRef<{ text: string; format: Format }>(undefined)
  return useSyncExternalStore(editor.watch, () => {
    const format = editor.format()
    const text = JSON.stringify(format)
    if (last.current?.text !== text) last.current = { text, format }
    return last.current.format
  })
}

/** Without `isOn` the button is an action, not a toggle. */
type Tool = {
  name: string
  face: ReactNode
  command: Command
  isOn?: (format: Format) => boolean
  keys?: string
}

/** The groups of the toolbar, without colours and links (specification, section 2). */
const tools: { group: string; tools: Tool[] }[] = [
  {
    group: 'Estilo de párrafo',
    tools: [
      { name: 'Heading 1', face: 'Heading 1', command: heading(1), isOn: ({ level }) => level === 1 },
      { name: 'Heading 2', face: 'Heading 2', command: heading(2), isOn: ({ level }) => level === 2 },
      { name: 'Normal', face: 'Normal', command: paragraph, isOn: ({ level, code }) => level === 0 && !code },
    ],
  },
  {
    group: 'Letra',
    tools: [
      { name: 'Negrita', face: <b>N</b>, command: bold, isOn: (format) => format.bold, keys: 'Control+B' },
      {
        name: 'Cursiva',
        face: <i>C</i>,
        command: italic,
        isOn: (format) => format.italic,
        keys: 'Control+I',
      },
      {
        name: 'Subrayado',
        face: <u>S</u>,
        command: underline,
        isOn: (format) => format.underline,
        keys: 'Control+U',
      },
      { name: 'Tachado', face: <s>T</s>, command: strike, isOn: (format) => format.strike },
    ],
  },
  {
    group: 'Listas y bloques',
    tools: [
      {
        name: 'Lista numerada',
        face: glyphs.orderedList,
        command: orderedList,
        isOn: ({ list }) => list === 'ordered_list',
      },
      {
        name: 'Lista con viñetas',
        face: glyphs.bulletList,
        command: bulletList,
        isOn: ({ list }) => list === 'bullet_list',
      },
      { name: 'Cita', face: glyphs.quote, command: quote, isOn: (format) => format.quote },
      { name: 'Bloque de código', face: glyphs.code, command: codeBlock, isOn: ({ code }) => code },
    ],
  },
  {
    group: 'Alineación',
    tools: [
      {
        name: 'Alinear a la izquierda',
        face: glyphs.left,
        command: align('left'),
        isOn: (format) => format.align === 'left',
      },
      { name: 'Centrar', face: glyphs.center, command: align('center'), isOn: (f) => f.align === 'center' },
      {
        name: 'Alinear a la derecha',
        face: glyphs.right,
        command: align('right'),
        isOn: (format) => format.align === 'right',
      },
      {
        name: 'Justificar',
        face: glyphs.justify,
        command: align('justify'),
        isOn: (f) => f.align === 'justify',
      },
    ],
  },
]

const clearTool: Tool = { name: 'Quitar formato', face: glyphs.clear, command: clearFormatting }

export type OpenTool = 'looks' | 'ending' | 'format'
type Drawer = 'ink' | 'background' | 'link'
const onArrows = roving('button')

/**
 * The tools below the first row, and those of a selected photo. `format` has every format of the
 * specification (section 2): one tab stop, arrows inside, drawers for colours and links.
 */
export default function Toolbar({
  editor,
  id,
  tool,
  onClose,
}: {
  editor: Editor
  id: string
  tool: OpenTool | undefined
  onClose: () => void
}) {
  const format = useFormat(editor)
  const [opened, setDrawer] = useState<Drawer>()
  const drawer = tool === 'format' ? opened : undefined
  const photo = (!tool || tool === 'format') && !drawer ? format.photo : undefined
  const drawerId = useId()

  const toggle = (which: Drawer) => setDrawer(drawer === which ? undefined : which)
  const opener = (which: Drawer, name: string, face: React.ReactNode) => (
    <ToolButton
      name={name}
      face={face}
      isExpanded={drawer === which}
      controls={drawerId}
      isOff={format.code}
      onPress={() => toggle(which)}
    />
  )
  function leave() {
    setDrawer(undefined)
    if (tool !== 'format') onClose()
    editor.focus()
  }
  const act = (command: Parameters<Editor['run']>[0]) => {
    editor.run(command)
    setDrawer(undefined)
  }

  return (
    <div id={id} className={tool || photo ? styles.bar : undefined}>
      {tool === 'format' && (
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
          <div role="group" aria-label="Colores, enlaces y limpieza" className={styles.group}>
            {opener('ink', 'Color del texto', <Ink colour={format.colour} />)}
            {opener('background', 'Color de fondo', <Marker colour={format.background} />)}
            {opener('link', 'Enlace', glyphs.link)}
            <ToolButton {...clearTool} onPress={() => editor.run(clearTool.command)} />
          </div>
        </div>
      )}
      <p role="status" className="visually-hidden">
        {format.photo && 'Foto elegida. Pulse Intro para cambiar su tamaño o su pie.'}
      </p>
      {photo && (
        <PhotoDrawer key={photo.at} editor={editor} photo={photo} alignment={format.align} onLeave={leave} />
      )}
      {tool === 'looks' && <LooksDrawer id={drawerId} editor={editor} onLeave={leave} />}
      {tool === 'ending' && <EndingDrawer id={drawerId} onLeave={leave} />}
      {drawer === 'ink' && (
        <ColourDrawer of="ink" id={drawerId} current={format.colour} onChoose={act} onLeave={leave} />
      )}
      {drawer === 'background' && (
        <ColourDrawer
          of="background"
          id={drawerId}
          current={format.background}
          onChoose={act}
          onLeave={leave}
        />
      )}
      {drawer === 'link' && (
        <LinkDrawer key={format.link} id={drawerId} current={format.link} onChoose={act} onLeave={leave} />
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
