import { keys, write } from '../storage.ts'

/** The @font-face rules for Latin, which nearly all text uses; others load when a text needs them. */
function firstRules(): { face: FontFace; address: string }[] {
  // Inline sheets only: reading the rules of a provider's sheet throws.
  const inPage = [...document.styleSheets].filter(({ href }) => href === null)
  return inPage
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .flatMap(({ style }) => {
      const valueOf = (name: string) => style.getPropertyValue(name)
      const address = /url\("?([^")]*\/(?:lora|figtree)-latin-wght[^")]*)/.exec(valueOf('src'))?.[1]
      if (!address) return []
      const face = new FontFace(valueOf('font-family').replaceAll('"', ''), valueOf('src'), {
        style: valueOf('font-style'),
        weight: valueOf('font-weight'),
        unicodeRange: valueOf('unicode-range'),
      })
      return [{ face, address }]
    })
}

let loading: Promise<FontFace[]> | undefined
let hasLoaded = false

function load(): Promise<FontFace[]> {
  if (loading) return loading
  const rules = firstRules()
  loading = Promise.all(rules.map(({ face }) => face.load())).then((faces) => {
    hasLoaded = true
    write(keys.fonts, rules.map(({ address }) => address).join())
    return faces
  })
  return loading
}

const areApplied = () => 'fonts' in document.documentElement.dataset
/** The writing page applies fonts at once, so that the letter looks as printed. */
const isWriting = () => document.getElementById('letter') !== null

function apply(faces: FontFace[]) {
  faces.forEach((face) => document.fonts.add(face))
  document.documentElement.dataset.fonts = ''
}

function remove(faces: FontFace[]) {
  faces.forEach((face) => document.fonts.delete(face))
  delete document.documentElement.dataset.fonts
}

function applyWhereNothingMoves(faces: FontFace[]) {
  const before = places()
  apply(faces)
  if (!areSame(before, places())) remove(faces)
}

// After a failed load the page stays as it is.
const ignore = () => undefined

/**
 * After hydration: loads the fonts of the site, unless cached from an earlier page. If they would move the visible page,
 * they are applied at the next change of screen or page.
 */
export function fetchFonts(): void {
  if (!areApplied()) load().then((faces) => (isWriting() ? apply : applyWhereNothingMoves)(faces), ignore)
}

/** At a change of screen fonts move nothing; also applies cached fonts that missed the first paint. */
export function applyFonts(): void {
  if (hasLoaded || areApplied()) load().then(apply, ignore)
}

type Place = { left: number; top: number; isSeen: boolean }

const places = (): Place[] =>
  [...document.body.querySelectorAll('*')].map((element) => {
    const { left, top, bottom } = element.getBoundingClientRect()
    return { left, top, isSeen: bottom > 0 && top < innerHeight }
  })

/** From this distance in pixels the browser counts a layout shift. */
const noticed = 3

const areSame = (before: Place[], after: Place[]): boolean =>
  before.every((one, at) => {
    const other = after[at]
    if (!other || !(one.isSeen || other.isSeen)) return true
    const apart = [other.left - one.left, other.top - one.top]
    return apart.every((by) => Math.abs(by) < noticed)
  })
