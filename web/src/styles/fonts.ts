import { keys, write } from '../storage.ts'

/** The rules of what nearly all text is written in; the rest (Latin of other languages) comes when a text has it. */
function firstRules(): { face: FontFace; address: string }[] {
  // Only what stands in the page: nobody may read into a provider's stylesheet.
  const inPage = [...document.styleSheets].filter(({ href }) => href === null)
  return inPage
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .flatMap(({ style }) => {
      const of = (name: string) => style.getPropertyValue(name)
      const address = /url\("?([^")]*\/(?:lora|figtree)-latin-wght[^")]*)/.exec(of('src'))?.[1]
      if (!address) return []
      const face = new FontFace(of('font-family').replaceAll('"', ''), of('src'), {
        style: of('font-style'),
        weight: of('font-weight'),
        unicodeRange: of('unicode-range'),
      })
      return [{ face, address }]
    })
}

let coming: Promise<FontFace[]> | undefined
let came = false

function load(): Promise<FontFace[]> {
  if (coming) return coming
  const rules = firstRules()
  coming = Promise.all(rules.map(({ face }) => face.load())).then((faces) => {
    came = true
    write(keys.fonts, rules.map(({ address }) => address).join())
    return faces
  })
  return coming
}

const areApplied = () => 'fonts' in document.documentElement.dataset
/** A letter looks as it will be printed as soon as it can. */
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

// Where they do not come, the page stays as it is.
const never = () => undefined

/**
 * Once the page is alive and nothing waits behind them: the site's fonts, unless they came with an earlier page. Where
 * they would move what one sees, they are applied when the screen changes or with the next page.
 */
export function fetchFonts(): void {
  if (!areApplied()) load().then((faces) => (isWriting() ? apply : applyWhereNothingMoves)(faces), never)
}

/** When the screen changes nothing can move under the reader; also those that were there too late for the first paint. */
export function applyFonts(): void {
  if (came || areApplied()) load().then(apply, never)
}

type Place = { left: number; top: number; isSeen: boolean }

const places = (): Place[] =>
  [...document.body.querySelectorAll('*')].map((element) => {
    const { left, top, bottom } = element.getBoundingClientRect()
    return { left, top, isSeen: bottom > 0 && top < innerHeight }
  })

/** From here on the browser itself calls it a layout shift. */
const noticed = 3

const areSame = (before: Place[], after: Place[]): boolean =>
  before.every((one, at) => {
    const other = after[at]
    if (!other || !(one.isSeen || other.isSeen)) return true
    const apart = [other.left - one.left, other.top - one.top]
    return apart.every((by) => Math.abs(by) < noticed)
  })
