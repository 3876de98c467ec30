import { svgOf, type Drawing, signatureDrawing } from '@lacre/letter/looks/signature.ts'
import { type Looks, sealDrawing } from '@lacre/letter/looks/looks.ts'

/** As large beside the letter's words as on paper (editor/letter.css). */
const remPerMillimetre = 0.251

/** What the letter in this host ends with stands under its text, as it will be printed. */
export function applyEnding(host: HTMLElement, { signature, seal, replyCode }: Looks): void {
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
