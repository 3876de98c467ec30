/** Scripts a reader in Spain may meet or paste, by name. */
const scripts: [RegExp, kind: string][] = [
  [/\p{Script=Han}/u, 'un carácter chino o japonés'],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'una letra japonesa'],
  [/\p{Script=Hangul}/u, 'una letra coreana'],
  [/\p{Script=Bopomofo}/u, 'una letra china'],
  [/\p{Script=Thai}/u, 'una letra tailandesa'],
  [/\p{Script=Lao}/u, 'una letra laosiana'],
  [/\p{Script=Khmer}/u, 'una letra jemer'],
  [/\p{Script=Myanmar}/u, 'una letra birmana'],
  [/\p{Script=Tibetan}/u, 'una letra tibetana'],
  [/\p{Script=Mongolian}/u, 'una letra mongola'],
  [/\p{Script=Devanagari}/u, 'una letra hindi'],
  [/\p{Script=Bengali}/u, 'una letra bengalí'],
  [/\p{Script=Gurmukhi}/u, 'una letra panyabí'],
  [/\p{Script=Gujarati}/u, 'una letra guyaratí'],
  [/\p{Script=Tamil}/u, 'una letra tamil'],
  [/\p{Script=Telugu}/u, 'una letra telugu'],
  [/\p{Script=Sinhala}/u, 'una letra cingalesa'],
  [/\p{Script=Arabic}/u, 'una letra árabe'],
  [/\p{Script=Hebrew}/u, 'una letra hebrea'],
  [/\p{Script=Armenian}/u, 'una letra armenia'],
  [/\p{Script=Georgian}/u, 'una letra georgiana'],
  [/\p{Script=Ethiopic}/u, 'una letra etíope'],
  [/\p{Script=Greek}/u, 'una letra griega'],
  [/\p{Script=Cyrillic}/u, 'una letra cirílica'],
  [/\p{Script=Runic}/u, 'una runa'],
  [/\p{Script=Egyptian_Hieroglyphs}/u, 'un jeroglífico egipcio'],
  [/\p{Script=Cuneiform}/u, 'un signo cuneiforme'],
  [/\p{Script=Braille}/u, 'un signo de braille'],
]
/** By use; the first match counts. */
const uses: [RegExp, kind: string][] = [
  [/\p{Emoji_Presentation}|\p{Emoji}\u{FE0F}|\p{Emoji_Modifier}/u, 'un emoji'],
  [/[\u{1D000}-\u{1D24F}\u{2669}-\u{266F}]/u, 'un signo musical'],
  [/[\u{1D400}-\u{1D7FF}]/u, 'una letra de adorno'],
  [/[\u{2190}-\u{21FF}\u{27F0}-\u{27FF}\u{2900}-\u{297F}]/u, 'una flecha'],
  [/[\u{1F000}-\u{1F0FF}]/u, 'una ficha o un naipe'],
  ...scripts,
  [/\p{Sc}/u, 'un símbolo de moneda'],
  [/\p{Sm}/u, 'un signo matemático'],
  [/\p{L}\p{M}|\p{Script=Latin}/u, 'una letra con un signo poco común'],
  [/\p{L}/u, 'una letra de otro alfabeto'],
  [/\p{N}/u, 'un número de otra escritura'],
  [/\p{P}/u, 'un signo de puntuación'],
]

const unseen = /^[\p{Z}\p{Cc}\p{Cf}\p{M}]/u
const unassigned = /^[\p{Co}\p{Cn}\p{Cs}]/u

/** `«ก» (una letra tailandesa)`; invisible characters by their kind alone. */
export function signInWords(character: string): string {
  if (unassigned.test(character)) return 'un signo que solo existe en otro programa'
  if (unseen.test(character)) return 'un signo invisible'
  const kind = uses.find(([pattern]) => pattern.test(character))?.[1] ?? 'un símbolo'
  return `«${character}» (${kind})`
}
