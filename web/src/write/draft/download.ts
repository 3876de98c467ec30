import { madridDay } from '@lacre/letter/day.ts'
import { download } from '../../download.ts'

const page = (html: string) => `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<title>Carta</title>
<body style="max-width: 40rem; margin: 2rem auto; font: 1.1rem/1.5 serif">
${html}
`

/** Gives the letter to the person as a file of its own, which any browser opens. */
export const downloadLetter = (html: string, now = new Date()): void =>
  download(new Blob([page(html)], { type: 'text/html' }), `carta-${madridDay(now)}.html`)
