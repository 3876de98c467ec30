import { settings, type Looks } from '@lacre/letter/looks/looks.ts'
import { profile } from '@lacre/letter/paper-profile.ts'

const pointsPerMm = 72 / 25.4
const screenPixelsPerMm = 96 / 25.4
const { dateY, firstBody, nextBody, picture: largest } = profile

/**
 * Estimates the pages of the letter as a fraction, by a layout with the width and line height of the paper. Undefined: the
 * letter is empty. Off by up to a tenth of a page: hyphens and widows are the typesetter's.
 */
export function estimatePages(letter: HTMLElement, looks: Looks): number | undefined {
  if (!letter.textContent.trim() && !letter.querySelector('img')) return undefined
  const ending = letter.parentElement?.querySelector<HTMLElement>('[data-ending]')
  return measureOnPaper(letter, looks, (sheet, mm, first) => {
    const height = (sheet.offsetHeight + (ending?.offsetHeight ?? 0)) / mm
    return height <= first ? height / first : 1 + (height - first) / nextBody.h
  })
}

/** Measures the letter laid out as on paper. `mm` is in pixels; `first`: height of the text on page one, in millimetres. */
export function measureOnPaper<Measure>(
  letter: HTMLElement,
  { style, size }: Looks,
  measure: (sheet: HTMLElement, mm: number, first: number) => Measure,
): Measure {
  const mm = parseFloat(getComputedStyle(letter).fontSize) / (settings[style].points[size] / pointsPerMm)
  const sheet = copyWithoutPictures(letter, mm * settings[style].measure[size], mm)
  letter.parentElement?.append(sheet)
  const measured = measure(sheet, mm, firstHeight(settings[style], size))
  sheet.remove()
  return measured
}

/** With the two empty lines below the date. */
function firstHeight({ points, leading }: (typeof settings)['libro'], size: Looks['size']): number {
  const lines = (points[size] * (0.92 + 2 * (0.7 + leading))) / pointsPerMm
  return firstBody.y + firstBody.h - Math.max(firstBody.y, dateY + lines)
}

/** Replaces pictures by boxes of their printed size: a copied picture would be loaded again. */
function copyWithoutPictures(letter: HTMLElement, width: number, mm: number): HTMLElement {
  const sheet = document.implementation.createHTMLDocument('').importNode(letter, true)
  sheet.style.cssText = `position: absolute; visibility: hidden; max-width: none; width: ${width}px; line-height: var(--letter-pitch)`
  for (const block of sheet.querySelectorAll<HTMLElement>(':scope > *'))
    block.style.marginBlockEnd = block.nextElementSibling ? 'calc(0.53em * var(--letter-pitch))' : '0'
  sheet.querySelector('.page-end')?.remove()
  const shown = [...letter.querySelectorAll('img')]
  for (const [index, copy] of [...sheet.querySelectorAll('img')].entries()) {
    const { naturalWidth, naturalHeight, offsetWidth, offsetHeight, parentElement } = shown[index]!
    const most = Math.min(
      naturalWidth / screenPixelsPerMm,
      largest.w,
      (largest.h * naturalWidth) / naturalHeight,
    )
    // A photo is a fraction of the line, in any window.
    const isPhoto = parentElement?.closest('.photo')
    const drawn = isPhoto ? (offsetWidth * width) / letter.clientWidth : (most || 0) * mm
    const box = document.createElement('span')
    box.style.cssText = `display: inline-block; vertical-align: bottom; width: ${drawn}px; height: ${(drawn * offsetHeight) / offsetWidth || 0}px`
    copy.replaceWith(box)
  }
  return sheet
}
