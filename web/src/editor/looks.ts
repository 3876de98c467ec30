import { sampleSender } from '@lacre/letter/address/address.ts'
import { seconds } from '@lacre/letter/days.ts'
import { type Looks, type Seal, sealDrawing, settings, type Style } from '@lacre/letter/looks/looks.ts'
import { type Drawing, signatureDrawing } from '@lacre/letter/looks/signature.ts'
import { initialOf } from '@lacre/letter/looks/typed-name.ts'
import type { EditorView } from 'prosemirror-view'
import { keys, read } from '../storage.ts'
import { keptLooks, watchLooks } from './kept-looks.ts'

/** The scale of the letter on screen (editor/letter.css). */
const remPerMillimetre = 0.251

/** The name of the sender; the seal shows its initial. */
function senderName(): string {
  try {
    return (
      (JSON.parse(read(keys.originAddress) ?? 'null') as { name?: string } | null)?.name ?? sampleSender.name
    )
  } catch {
    return sampleSender.name
  }
}

type Drawn = { key: string; row?: HTMLElement; seal?: Element }
let drawn: Drawn | undefined

/** Signature and seal as they are printed, cached by `key`: `row` with a signature, `seal` alone. */
export function drawEnding(): Drawn {
  const key = `${read(keys.looks)} ${read(keys.originAddress)}`
  if (drawn?.key === key) return drawn
  const { signature, seal } = keptLooks()
  drawn = { key, ...(seal && { seal: drawSeal(seal) }) }
  if (!signature) return drawn
  const row = document.createElement('div')
  row.dataset.signed = ''
  row.contentEditable = 'false'
  row.append(shown(signatureDrawing(signature), 'Su firma'))
  if (drawn.seal) row.append(drawn.seal.cloneNode(true))
  return (drawn = { ...drawn, row })
}

export function drawSeal(seal: Seal): SVGElement {
  const drawing = sealDrawing(seal)
  const { size, y } = drawing.letter
  const image = shown(drawing, 'Sello de lacre')
  const middle = { x: drawing.w / 2, y: y + 0.35 * size, 'font-size': size, 'text-anchor': 'middle' }
  const letter = svg('text', middle)
  letter.textContent = initialOf(senderName())
  image.append(letter)
  image.classList.add('seal')
  return image
}

/** Puts the ending under the text; a signature above a typed name is a decoration (editor/signing.ts). */
function applyEnding(host: HTMLElement, { signature, seal, replyCode }: Looks): void {
  host.querySelector('[data-ending]')?.remove()
  const isEnded = !!signature || !!seal || replyCode
  host.toggleAttribute('data-ended', isEnded)
  if (!isEnded) return

  const ending = document.createElement('div')
  ending.dataset.ending = ''
  const { row, seal: wax } = drawEnding()
  for (const part of [row, wax]) if (part) ending.append(part.cloneNode(true))
  if (replyCode) {
    const note = document.createElement('p')
    note.textContent = 'Con un código de respuesta al pie de la última página.'
    ending.append(note)
  }
  host.append(ending)
}

const svg = (name: string, attributes: Record<string, string | number>) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  return element
}

function shown({ x, y, w, h, millimetres, path }: Drawing, label: string): SVGElement {
  const width = `${millimetres * remPerMillimetre}rem`
  const image = svg('svg', { role: 'img', 'aria-label': label, width, viewBox: `${x} ${y} ${w} ${h}` })
  image.append(svg('path', path))
  return image
}

export const faces: Record<Style, string | undefined> = {
  clasica: undefined, // the font of the page
  libro: "'EB Garamond Variable'",
  maquina: "'Courier Prime'",
  'a-mano': "'Caveat Variable'",
}
const pointsPerMm = 72 / 25.4

/** The CSS variables of editor/letter.css. */
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

/** Keeps the letter in this host in its chosen looks; call `again` where the choice may have been erased. */
export function applyLooks(host: HTMLElement, view: EditorView) {
  let wanted: Looks
  async function apply() {
    const looks = (wanted = keptLooks())
    applyEnding(host, looks)
    view.updateState(view.state)
    const face = faces[looks.style]
    // The looks change only when the typeface has loaded.
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

/** For samples in every typeface: the browser fetches those it needs. */
export const fetchFaces = () => void import('./faces.css').catch(() => undefined)

async function fetchFace(face: string) {
  await import('./faces.css')
  await document.fonts.load(`1em ${face}`)
  fetched.add(face)
}

const mostWait = seconds(5)

/** Fetches the chosen typeface before the letter is shown, so that the text does not swap. */
export async function fetchChosenFace(): Promise<void> {
  const face = faces[keptLooks().style]
  if (!face || fetched.has(face)) return
  const enough = new Promise((done) => setTimeout(done, mostWait))
  await Promise.race([fetchFace(face).catch(() => undefined), enough])
}
