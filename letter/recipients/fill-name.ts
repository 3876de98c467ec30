import type { Block, Content, Run } from '../content/tree.ts'

/** As it is written, and how it is explained. */
export const namePlace = '{nombre}'
const anyPlace = /\{\s*nombre\s*\}/gi
/** More than any letter has: so that no short letter becomes an endless one. */
const mostPlaces = 100
/** Where a line breaks or a picture stands, no place goes on. */
const noText = '\ufffc'

export const asksForName = (text: string): boolean => text.search(anyPlace) >= 0

/**
 * The letter with the recipient's name wherever its text says `{nombre}`, in whatever capitals, with the marks that the
 * place begins with. A link's address, a caption and code are left alone.
 */
export function fillName(content: Content, name: string): Content {
  let left = name ? mostPlaces : 0
  function inRuns(runs: Run[]): Run[] {
    const places = placesIn(runs).slice(0, left)
    left -= places.length
    return places.length ? fillPlaces(runs, places, name) : runs
  }
  function inBlock(block: Block): Block {
    if (block.type === 'code') return block
    if (block.type === 'quote') return { ...block, blocks: block.blocks.map(inBlock) }
    if ('items' in block) return { ...block, items: block.items.map((item) => item.map(inBlock)) }
    return { ...block, runs: inRuns(block.runs) }
  }
  return content.map(inBlock)
}

const textOf = (run: Run) => ('text' in run ? run.text : noText)

type Place = { from: number; to: number }
const placesIn = (runs: Run[]): Place[] =>
  [...runs.map(textOf).join('').matchAll(anyPlace)].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }))

/** Whoever marks a word does not look at its braces: a place may begin in one run and end in another. */
function fillPlaces(runs: Run[], places: Place[], name: string): Run[] {
  const filled: Run[] = []
  let [end, next] = [0, 0]
  for (const run of runs) {
    const written = textOf(run)
    const start = end
    end += written.length
    let [text, at] = ['', start]
    for (let place = places[next]; place && place.from < end; place = places[next]) {
      if (place.from >= start) text += written.slice(at - start, place.from - start) + name
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
