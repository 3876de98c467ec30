import { createRequire } from 'node:module'

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
  { family: 'Noto Color Emoji', package: 'noto-color-emoji', stem: 'NotoColorEmoji', styles: ['400Regular'] },
  { family: 'Arimo', package: 'arimo', stem: 'Arimo', styles: ['400Regular', '700Bold'] },
  { family: 'JetBrains Mono', package: 'jetbrains-mono', stem: 'JetBrainsMono', styles: ['400Regular'] },
] as const

const families = installed.map((font) => font.family)
const first = (family: (typeof families)[number]) => [family, ...families.filter((other) => other !== family)]

/** Every list names every family, so whether a character can be printed does not depend on where it stands. */
export const fontsByUse = { letters: first('Lora'), sans: first('Arimo'), mono: first('JetBrains Mono') }

export type Font = { family: string; files: string[] }

/** The static TTF files of every family. @throws when one is not installed: without it letters would lose their text. */
export function findFonts(): Font[] {
  return installed.map(({ family, package: name, stem, styles }) => ({
    family,
    files: styles.map((style) => require.resolve(`@expo-google-fonts/${name}/${style}/${stem}_${style}.ttf`)),
  }))
}
