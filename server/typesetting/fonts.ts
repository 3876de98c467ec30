import { createRequire } from 'node:module'
import type { Style } from '@lacre/letter/looks/looks.ts'

const require = createRequire(import.meta.url)
const styles = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic']

/** Each family's name inside its files, and the files: package, file stem, styles. */
const installed = [
  { family: 'Lora', package: 'lora', stem: 'Lora', styles: [...styles, '600SemiBold', '600SemiBold_Italic'] },
  { family: 'Noto Serif', package: 'noto-serif', stem: 'NotoSerif', styles },
  {
    family: 'Noto Naskh Arabic',
    package: 'noto-naskh-arabic',
    stem: 'NotoNaskhArabic',
    styles: ['400Regular', '700Bold'],
  },
  {
    family: 'Noto Serif Hebrew',
    package: 'noto-serif-hebrew',
    stem: 'NotoSerifHebrew',
    styles: ['400Regular', '700Bold'],
  },
  { family: 'Noto Color Emoji', package: 'noto-color-emoji', stem: 'NotoColorEmoji', styles: ['400Regular'] },
  {
    family: 'Noto Sans Symbols 2',
    package: 'noto-sans-symbols-2',
    stem: 'NotoSansSymbols2',
    styles: ['400Regular'],
  },
  { family: 'Arimo', package: 'arimo', stem: 'Arimo', styles: ['400Regular', '700Bold'] },
  { family: 'JetBrains Mono', package: 'jetbrains-mono', stem: 'JetBrainsMono', styles: ['400Regular'] },
  {
    family: 'EB Garamond',
    package: 'eb-garamond',
    stem: 'EBGaramond',
    styles: [...styles, '600SemiBold', '600SemiBold_Italic'],
  },
  { family: 'Courier Prime', package: 'courier-prime', stem: 'CourierPrime', styles },
  { family: 'Caveat', package: 'caveat', stem: 'Caveat', styles: ['400Regular', '600SemiBold', '700Bold'] },
] as const

const families = installed.map((font) => font.family)
const first = (family: (typeof families)[number]) => [family, ...families.filter((other) => other !== family)]

/** The colour font's shading of these prints black; this one has line drawings. */
const inLines = { name: 'Noto Sans Symbols 2', covers: '[⏏⚠🎛🎟📦🕰🖥🛼🩲🪢\\u{FE0F}]' }
/** These too, but without a line drawing; as part of a sequence (👩‍💻) they print well. */
export const blackened = /^[🎫👓💻📖📜📠📰🗒🗞🚸🦎🪦]\ufe0f?$/u

const letters: Record<Style, (string | { name: string; covers: string })[]> = {
  clasica: ['Lora', inLines, ...first('Lora').slice(1)],
  // It draws a flag as two letters.
  libro: [
    { name: 'EB Garamond', covers: '[^\\u{1F1E6}-\\u{1F1FF}]' },
    inLines,
    ...first('EB Garamond').slice(1),
  ],
  maquina: ['Courier Prime', inLines, ...first('Courier Prime').slice(1)],
  'a-mano': ['Caveat', inLines, ...first('Caveat').slice(1)],
}

/** Every list has every family, so that whether a character prints never depends on its place or style. */
export const fontsByUse = (style: Style) => ({
  letters: letters[style],
  sans: first('Arimo'),
  mono: first('JetBrains Mono'),
})

export type Font = { family: string; files: string[] }

/** The static TTF files of every family. @throws when one is missing, since letters would lose text. */
export function findFonts(): Font[] {
  return installed.map(({ family, package: name, stem, styles }) => ({
    family,
    files: styles.map((style) => require.resolve(`@expo-google-fonts/${name}/${style}/${stem}_${style}.ttf`)),
  }))
}
