import { htmlPage } from '@lacre/letter/content/text.ts'
import { madridDay } from '@lacre/letter/days.ts'
import { download } from '../../download.ts'

/** Gives the letter to the person as a file of its own, which any browser opens. */
export const downloadLetter = (html: string, now = new Date()): void =>
  download(new Blob([htmlPage(html)], { type: 'text/html' }), `carta-${madridDay(now)}.html`)
