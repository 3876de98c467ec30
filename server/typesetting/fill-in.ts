import type { Content, Run } from '@lacre/letter/content/tree.ts'
import { anyPlace } from '@lacre/letter/recipients/called.ts'
import { mapRuns } from './text.ts'

/** More than any letter has: so that no short letter becomes an endless one. */
const mostPlaces = 100
/** Where a line breaks or a picture stands, no place goes on. */
const noText = '\ufffc'

/**
 * The letter with the recipient's name and greeting wherever its text says `{nombre}` or `{saludo}`, in whatever capitals,
 * with the marks that the place begins with. A link's address, a caption and code are left alone.
 */
export function fillIn(content: Content, words: { nombre: string; saludo: string }): Content {
  let left = words.nombre ? mostPlaces : 0
  function inRuns(runs: Run[]): Run[] {
    const found = placesIn(runs, words).slice(0, left)
    left -= found.length
    return found.length ? fillPlaces(runs, found) : runs
  }
  return mapRuns(content, inRuns)
}

const textOf = (run: Run) => ('text' in run ? run.text : noText)

type Place = { from: number; to: number; words: string }
const placesIn = (runs: Run[], words: Record<string, string>): Place[] =>
  [...runs.map(textOf).join('').matchAll(anyPlace)].map(({ index, 0: { length }, 1: place = '' }) => ({
    from: index,
    to: index + length,
    words: words[place.toLowerCase()] ?? '',
  }))

/** Whoever marks a word does not look at its braces: a place may begin in one run and end in another. */
function fillPlaces(runs: Run[], places: Place[]): Run[] {
  const filled: Run[] = []
  let [end, next] = [0, 0]
  for (const run of runs) {
    const written = textOf(run)
    const start = end
    end += written.length
    let [text, at] = ['', start]
    for (let place = places[next]; place && place.from < end; place = places[next]) {
      if (place.from >= start) text += written.slice(at - start, place.from - start) + place.words
      at = Math.min(place.to, end)
      if (place.to > end) break
      next++
    }
    put(filled, 'text' in run ? { ...run, text: text + written.slice(at - start) } : run)
  }
  return filled
}

/** As a paragraph is read: no run is empty, and none looks as the one before it. */
function put(runs: Run[], run: Run): void {
  const last = runs.at(-1)
  if (!('text' in run)) runs.push(run)
  else if (last && 'text' in last && looksAs(last, run)) last.text += run.text
  else if (run.text) runs.push(run)
}

type TextRun = Extract<Run, { text: string }>
function looksAs(one: TextRun, other: TextRun): boolean {
  const names = [...Object.keys(one), ...Object.keys(other)] as (keyof TextRun)[]
  return names.every((name) => name === 'text' || one[name] === other[name])
}
