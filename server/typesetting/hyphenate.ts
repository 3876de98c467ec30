import type { Language } from '@lacre/letter/looks/languages.ts'

const vowel = '[aeiouáéíóúàèòïü]'
const consonant = '[bcdfghjklmnñpqrstvwxyzç]'
/** Consonant groups that begin a syllable. */
const together = { gl: 'ch|ll|rr|nh|[bcfgp][lr]|[dt]r', eu: 'ts|tx|tz|dd|tt|ll|rr|[bcfgkp][lr]|[dt]r' }
const [fewestBefore, fewestAfter] = [2, 3]

/** Adds soft hyphens between syllables, for languages Typst cannot hyphenate. */
export function hyphenate(text: string, language: Language): string {
  if (language !== 'gl' && language !== 'eu') return text
  const border = new RegExp(
    `(${vowel}${consonant}*?)((?:${together[language]}|${consonant})(?=${vowel}))`,
    'gi',
  )
  return text.replaceAll(/\p{L}{5,}/gu, (word) =>
    word.replaceAll(border, (both: string, before: string, after: string, at: number) => {
      const cut = at + before.length
      const isCut = cut >= fewestBefore && word.length - cut >= fewestAfter
      return isCut ? `${before}\u00ad${after}` : both
    }),
  )
}
