import { isSafePicture } from '@lacre/letter/content/links.ts'
import { trusted } from '../document/trusted.ts'

/**
 * Whether this HTML shows a picture that the letter cannot have: one that the browser keeps for itself (`file:`, `blob:`,
 * `webkit-fake-url:`), or of a kind that is not printed.
 */
export function lacksPictures(html: string): boolean {
  const inert = document.createElement('template')
  inert.innerHTML = trusted.createHTML(html)
  const pictures = [...inert.content.querySelectorAll('img')]
  return pictures.some((picture) => !isSafePicture(picture.getAttribute('src') ?? ''))
}
