import { colourOf, readStyle } from './styles.ts'

type Attributes = Record<string, string>

/** Declarations a letter can follow, by selector (`p`, `.name`, `p.name`). */
export type Sheet = Map<string, string>

const followed =
  /^\s*(?:text-align|text-indent|display|visibility|white-space|vertical-align|font-|text-transform|list-style-type|position|clip|left|top|overflow|opacity|(?:max-)?height|mso-)/i
const longestSheet = 200_000
const simple = /^[a-z\d]*(?:\.[\w-]+)?$/

/** Reads a word processor's style sheet. For a tag without a class only the alignment counts. */
export function readSheet(css: string, sheet: Sheet): void {
  for (const rule of css
    .slice(0, longestSheet)
    .replace(/<!--|-->/g, '')
    .split('}')) {
    const brace = rule.lastIndexOf('{')
    if (brace < 0) continue
    const declarations = rule
      .slice(brace + 1)
      .split(';')
      .filter((one) => followed.test(one))
    if (!declarations.length) continue
    // A comment ends right before its selector.
    const selectors = rule
      .slice(rule.lastIndexOf('*/', brace) + 1, brace)
      .replace(/^\//, '')
      .toLowerCase()
    for (const selector of selectors.split(',').map((one) => one.trim())) {
      if (!selector || !simple.test(selector)) continue
      const kept = selector.includes('.')
        ? declarations
        : declarations.filter((one) => /^\s*text-align/i.test(one))
      sheet.set(selector, [sheet.get(selector) ?? '', ...kept].join(';'))
    }
  }
}

const classesOf = ({ class: names = '' }: Attributes) => names.toLowerCase().split(/\s+/, 20).filter(Boolean)

/** An element's style: the sheet's rules for its tag and classes, then its own style attribute. */
export function styleOf(tag: string, attributes: Attributes, sheet: Sheet): Map<string, string> {
  const own = readStyle(attributes.style)
  if (sheet.size === 0) return own
  const names = classesOf(attributes)
  // Revision marks are no formatting.
  const selectors = [
    tag,
    ...names.filter((name) => name !== 'msoins').flatMap((name) => [`.${name}`, `${tag}.${name}`]),
  ]
  const said = selectors.map((selector) => sheet.get(selector)).filter((one) => one !== undefined)
  return said.length ? new Map([...readStyle(said.join(';')), ...own]) : own
}

/** Word's comments, and text deleted with tracked changes. */
const ofRevision =
  /\b(?:mso(?:commentreference|commenttext|del|comanchor|comoff|comtxt)|trackchangetextdeletion)\b/i

export const isRevision = (tag: string, said: Attributes, css: Map<string, string>): boolean =>
  ofRevision.test(said.class ?? '') ||
  css.get('mso-element')?.startsWith('comment') ||
  css.get('mso-special-character') === 'comment' ||
  (tag === 'del' && (said.cite !== undefined || said.datetime !== undefined)) ||
  (tag === 'a' && /^#(?:cmnt|_msocom|_msoanchor)/.test(said.href ?? ''))

const isPainted = (css: Map<string, string>) => {
  const ground = colourOf(css.get('background-color') ?? css.get('background') ?? '')
  const ink = css.get('color') ?? ''
  const isClear = ink === 'transparent' || /^rgba\(.*[,/]\s*0?(?:\.0\d*)?\)$/.test(ink)
  // Text clipped out of a background is visible.
  if (isClear) return /text/.test(css.get('background-clip') ?? css.get('-webkit-background-clip') ?? '')
  return ground !== '#ffffff' || colourOf(ink) !== ground
}

/** What was invisible where it was copied. For a MathJax 2 formula the other half is read. */
export const isHidden = (tag: string, said: Attributes, css: Map<string, string>): boolean =>
  (tag === 'nobr' && said['aria-hidden'] === 'true') ||
  said.hidden !== undefined ||
  said.popover !== undefined ||
  (tag === 'dialog' && said.open === undefined) ||
  !isPainted(css) ||
  /\bscale\(0[,)]/.test(css.get('transform') ?? '') ||
  css.get('display') === 'none' ||
  /^(?:hidden|collapse)$/.test(css.get('visibility') ?? '') ||
  css.get('mso-hide') === 'all' ||
  /^(?:0(?:\.0+)?(?:em|rem|%)?|(?:[01]|0?\.\d+)(?:px|pt))$/.test(css.get('font-size') ?? '') ||
  Number.parseFloat(css.get('opacity') ?? '1') < 0.05 ||
  /^(?:rect\([01px,\s]+\)|inset\((?:50|100)%\))$/.test(css.get('clip') ?? css.get('clip-path') ?? '') ||
  ['left', 'top', 'text-indent', 'margin-left'].some(
    (side) => Number.parseFloat(css.get(side) ?? '') < -500,
  ) ||
  (/^(?:hidden|clip)$/.test(css.get('overflow') ?? '') &&
    /^[01](?:px)?$/.test(css.get('height') ?? css.get('max-height') ?? ''))

/** A tracking pixel. */
export const isTracker = (said: Attributes, css: Map<string, string>): boolean =>
  [said.width, said.height, css.get('width'), css.get('height')].some((edge) =>
    /^[012](?:\.0+)?(?:px)?$/.test(edge ?? ''),
  )

const emoji =
  // oxlint-disable-next-line no-misleading-character-class -- each sign of an emoji alone
  /^(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u200d\ufe0f\u20e3]|[\d#*](?=\ufe0f?\u20e3))+$/u
/** The emoji of a picture, as messengers and mail programs name it; Slack and GitHub in its address. */
export const emojiOf = (said: Attributes): string | undefined => {
  const [, codes] = /^:[\w+-]{1,40}:$/.test(said['data-stringify-emoji'] ?? said.alt ?? '')
    ? (/\/([\da-f]{4,5}(?:-[\da-f]{4,5}){0,9})\.png(?:\?|$)/.exec(said.src ?? '') ?? [])
    : []
  const coded = codes && String.fromCodePoint(...codes.split('-').map((code) => Number.parseInt(code, 16)))
  return [said.alt, said['data-emoji'], coded].find(
    (text) => text !== undefined && text.length <= 40 && emoji.test(text),
  )
}

/** A checkbox of a task list. */
export const boxOf = (tag: string, said: Attributes): string | undefined => {
  const isTicked = tag === 'input' ? said.checked !== undefined : said['aria-checked'] === 'true'
  return (tag === 'input' ? said.type : tag === 'li' && said.role) === 'checkbox'
    ? isTicked
      ? '☑ '
      : '☐ '
    : undefined
}

const inline = /^(?:a|b|em|font|i|label|small|span|strong|time|u)$/
/** An element with display as a block although its tag is inline. */
export const isBlock = (tag: string, css: Map<string, string>): boolean =>
  inline.test(tag) && /^(?:block|flex|grid|list-item|table|table-row)$/.test(css.get('display') ?? '')

export const keepsLines = (css: Map<string, string>): boolean | undefined => {
  const space = css.get('white-space-collapse') ?? css.get('white-space')
  if (space === undefined) return undefined
  return /^(?:pre|preserve|break-spaces)/.test(space)
}

const up = new Map(zip('0123456789+-−–=()', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾'))
const down = new Map(zip('0123456789+-−–=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎'))
const upLetters = new Map(zip('aonix', 'ªºⁿⁱˣ'))
const downLetters = new Map(zip('aeoxn', 'ₐₑₒₓₙ'))
function zip(from: string, to: string): [string, string][] {
  return Array.from(from, (one, at): [string, string] => [one, to[at] ?? one])
}

const ofNote = /\bMso(?:Foot|End)noteReference\b|\bsd(?:foot|end)notesym\b/
const toNote = /^#_?(?:ftn|edn|sd(?:foot|end)note)/

/** `note`: a word processor's footnote number, perhaps in brackets. */
export type Raised = 'up' | 'down' | 'note'
export const raisedIn = (
  tag: string,
  { class: name = '', href = '' }: Attributes,
  css: Map<string, string>,
): Raised | 'no' | undefined => {
  if (ofNote.test(name) || toNote.test(href)) return 'note'
  const align = css.get('vertical-align') ?? ''
  // A length, as written by Pages and Word.
  const height = Number.parseFloat(css.get('mso-text-raise') ?? align)
  if (tag === 'sup' || align === 'super' || height > 0) return 'up'
  if (tag === 'sub' || align === 'sub' || height < 0) return 'down'
  return align === 'baseline' ? 'no' : undefined
}
/** Superscript or subscript characters for all of it; undefined when one is missing. */
export function raiseAll(text: string, way: Raised): string | undefined {
  const [figures, letters] = way === 'down' ? [down, downLetters] : [up, upLetters]
  const raised = Array.from(text.slice(0, 40), (one) => figures.get(one) ?? letters.get(one))
  return text.length <= 40 && raised.every((one) => one !== undefined) ? raised.join('') : undefined
}
/** `a+b` in a fraction or a power; long text needs no look. */
export const group = (text: string) =>
  text.length < 40 && /^(?:\d+|\P{M})$/u.test(text) ? text : `(${text})`
/** `1.er`, `D.ña`, `n.os`: equally readable without raising. */
const isEnding = (text: string, before: string) =>
  /^(?:[erdªº]|\p{L}{2,})$/u.test(text) && (!/(?<!\p{L})\p{Ll}$/u.test(before) || /^[oa]s$/.test(text))
const references = /^(?:\[[^\]]{1,30}\][\s,]*)+$/
const longestFormula = 20

/**
 * Keeps 10³ from becoming 103: figures, signs and some letters have raised characters; other text becomes `^(x/2)` and
 * `_b`. Empty for reference marks. `before`: the end of the preceding text.
 */
export const raise = (raised: string, way: Raised, before: string): string =>
  raised.replace(/\S(?:[^]*\S)?/, (text) => {
    if (way === 'up' && references.test(text)) return ''
    const figures = way === 'down' ? down : up
    const bare = text.replace(/[[\]]/g, '')
    const isFormula =
      bare.length <= longestFormula &&
      /[\p{L}/]/u.test(bare) &&
      /[\p{L}\p{N})]$/u.test(before) &&
      (way === 'down' || !isEnding(bare, before))
    return (
      raiseAll(bare, way) ??
      (isFormula
        ? `${way === 'down' ? '_' : '^'}${group(bare)}`
        : Array.from(bare, (one) => figures.get(one) ?? one).join(''))
    )
  })

/** Applies text-transform. */
export function letterCase(text: string, way: string | undefined): string {
  if (way === 'uppercase') return text.toLocaleUpperCase('es')
  if (way === 'lowercase') return text.toLocaleLowerCase('es')
  if (way !== 'capitalize') return text
  return text.replace(/(?<![\p{L}\p{M}\p{N}'’])\p{Ll}/gu, (first) => first.toLocaleUpperCase('es'))
}
