import type { Colour } from '@lacre/letter/content/tree.ts'

export type NamedColour = { name: string; colour: Colour }

/** Inks that stay readable on white paper and on each of the backgrounds below (4.5:1, a test proves it). */
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
