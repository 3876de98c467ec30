import type { Content, Run } from '@lacre/letter/content/tree.ts'
import { anyPlace } from '@lacre/letter/recipients/called.ts'
import { mapRuns } from './text.ts'

/** More than any letter has; limits how long a letter can grow. */
const mostPlaces = 100
/** A placeholder cannot span a line break or a picture. */
const noText = '\ufffc'

/**
 * Replaces `{nombre}` and `{saludo}`, in any case, by the recipient's name and greeting, with the marks of the
 * placeholder's start. Skips link targets, captions and code.
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

/** Marking part of a word can split a placeholder over several runs. */
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

/** As parsing does: no empty runs, and equal neighbours are joined. */
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
