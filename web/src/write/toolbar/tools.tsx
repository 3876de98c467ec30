import type { Command } from 'prosemirror-state'
import type { ReactNode } from 'react'
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
import type { Format } from '../editor/format.ts'
import { glyphs } from './glyphs.tsx'

/** A button of the toolbar. Without `isOn` it does something once and is never pressed. */
type Tool = {
  name: string
  face: ReactNode
  command: Command
  isOn?: (format: Format) => boolean
  keys?: string
}

/** The whole toolbar but colours and links, in its groups (specification, section 2). */
export const tools: { group: string; tools: Tool[] }[] = [
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

export const clearTool: Tool = { name: 'Quitar formato', face: glyphs.clear, command: clearFormatting }
