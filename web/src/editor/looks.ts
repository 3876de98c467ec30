import { seconds } from '@lacre/letter/days.ts'
import { type Looks, sealDrawing, settings, type Style } from '@lacre/letter/looks/looks.ts'
import { type Drawing, signatureDrawing, svgOf } from '@lacre/letter/looks/signature.ts'
import { keptLooks, watchLooks } from './kept-looks.ts'

/** As large beside the letter's words as on paper (editor/letter.css). */
const remPerMillimetre = 0.251

/** What the letter in this host ends with stands under its text, as it will be printed. */
function applyEnding(host: HTMLElement, { signature, seal, replyCode }: Looks): void {
  host.querySelector('[data-ending]')?.remove()
  const isEnded = !!signature || seal || replyCode
  host.toggleAttribute('data-ended', isEnded)
  if (!isEnded) return

  const ending = document.createElement('div')
  ending.dataset.ending = ''
  if (signature) ending.append(shown(signatureDrawing(signature), 'Su firma'))
  if (seal) ending.append(shown(sealDrawing, 'Sello de lacre'))
  if (replyCode) {
    const note = document.createElement('p')
    note.textContent = 'Con un código de respuesta al pie de la última página.'
    ending.append(note)
  }
  host.append(ending)
}

function shown(drawing: Drawing, alt: string): HTMLImageElement {
  const image = document.createElement('img')
  image.src = `data:image/svg+xml,${encodeURIComponent(svgOf(drawing))}`
  image.alt = alt
  image.style.width = `${drawing.millimetres * remPerMillimetre}rem`
  return image
}

export const faces: Record<Style, string | undefined> = {
  clasica: undefined, // the page's own
  libro: "'EB Garamond Variable'",
  maquina: "'Courier Prime'",
  'a-mano': "'Caveat Variable'",
}
const pointsPerMm = 72 / 25.4

/** What editor/letter.css sets a letter by. */
export function lookVariables({ style, size }: Looks): Record<`--${string}`, string> {
  const { points, measure, leading, ink } = settings[style]
  const face = faces[style]
  return {
    '--letter-face': face ? `${face}, var(--font-letter)` : 'var(--font-letter)',
    '--letter-points': String(points[size]),
    '--letter-measure': `${(measure[size] * pointsPerMm) / points[size]}em`,
    '--letter-pitch': String(0.7 + leading),
    '--letter-ink': ink ?? 'inherit',
  }
}

/** The letter in this host looks as it will be printed, from now on; `again` where the choice may have been erased. */
export function applyLooks(host: HTMLElement) {
  let wanted: Looks
  async function apply() {
    const looks = (wanted = keptLooks())
    applyEnding(host, looks)
    const face = faces[looks.style]
    // Not half of it: the face changes when it is there, and where it does not come the letter stays as it is.
    if (face && !fetched.has(face)) await fetchFace(face).catch(() => undefined)
    if (wanted !== looks) return
    for (const [name, value] of Object.entries(lookVariables(looks))) host.style.setProperty(name, value)
    host.toggleAttribute('data-underlines', !settings[looks.style].hasItalics)
    host.dataset.looks = `${looks.style} ${looks.size}`
  }
  const again = () => void apply()
  again()
  return { again, stop: watchLooks(again) }
}

const fetched = new Set<string>()

/** Where text in each of them is shown: the browser fetches those that it needs. */
export const fetchFaces = () => void import('./faces.css').catch(() => undefined)

async function fetchFace(face: string) {
  await import('./faces.css')
  await document.fonts.load(`1em ${face}`)
  fetched.add(face)
}

const mostWait = seconds(5)

/** Before the letter is shown: fetches the face it is written in, so that it does not change before one's eyes. */
export async function fetchChosenFace(): Promise<void> {
  const face = faces[keptLooks().style]
  if (!face || fetched.has(face)) return
  const enough = new Promise((done) => setTimeout(done, mostWait))
  await Promise.race([fetchFace(face).catch(() => undefined), enough])
}
