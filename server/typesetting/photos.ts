import { maxPages } from '@lacre/letter/content/limits.ts'
import { isPhoto, type PictureRun, type Run } from '@lacre/letter/content/tree.ts'

/** One photo, or two small ones side by side. */
type PhotoRow = PictureRun[]

/**
 * Splits a paragraph into words and rows of photos, without spaces and breaks between them. Undefined where it has no
 * photo.
 */
export function splitAtPhotos(runs: Run[]): (Run[] | { row: PhotoRow })[] | undefined {
  if (!runs.some(isPhoto)) return undefined
  const pieces: (Run[] | { row: PhotoRow })[] = []
  let words: Run[] = []
  let row: PhotoRow | undefined
  const flush = () => {
    const kept = withoutEdges(words)
    words = []
    if (kept.length === 0) return
    pieces.push(kept)
    row = undefined
  }
  for (const run of runs) {
    if (!('picture' in run && isPhoto(run))) {
      words.push(run)
      continue
    }
    flush()
    if (row?.length === 1 && [...row, run].every(({ size }) => size === 'pequena')) row.push(run)
    else pieces.push({ row: (row = [run]) })
  }
  flush()
  return pieces
}

const isSpace = (run: Run) => 'break' in run || ('text' in run && run.text.trim() === '')

function withoutEdges(runs: Run[]): Run[] {
  const first = runs.findIndex((run) => !isSpace(run))
  return first === -1 ? [] : runs.slice(first, runs.findLastIndex((run) => !isSpace(run)) + 1)
}

/** The rows that float to the next page, and the scale of full-width photos. */
export type Placing = { floating: number[]; scale: number }
export const asWritten: Placing = { floating: [], scale: 1 }
/** Positions reported by the template: where a row was written, where its heading would begin, where it stands. */
export type RowMark = { row: number; is: 'led' | 'written' | 'stands'; page: number }
type SetAs = (placing: Placing) => Promise<{ pages: number; marks: RowMark[] } | undefined>

/** Smaller scales, tried to save a page or a closing alone on it. */
const smaller = [0.85, 0.7]
/** Beyond either limit the letter cannot be sent, and may keep its gaps. */
const mostFloating = 20
const mostSet = 2 * maxPages

/**
 * Typesets the letter until no photo leaves a gap where text could stand, and photos stay in order
 * (design/paper.md#photos). Undefined: typesetting fails, as the next run will report.
 */
export async function placePhotos(set: SetAs, canShrink: boolean): Promise<Placing | undefined> {
  const usual = await float(set, 1)
  if (!usual || usual.pages === 1 || usual.pages > mostSet || !canShrink) return usual?.placing
  for (const scale of smaller) {
    const tried = await float(set, scale)
    if (tried && tried.pages < usual.pages) return tried.placing
  }
  return usual.placing
}

/** From first to last: the rows before are final when a row's turn comes. */
async function float(set: SetAs, scale: number) {
  const placing: Placing = { floating: [], scale }
  const staying: number[] = []
  for (;;) {
    const done = await set(placing)
    if (!done) return undefined
    const pages = pagesIn(done.marks)
    const last = placing.floating.at(-1)
    // Its heading moved to the next page even without it, so the row can stand below it.
    if (last !== undefined && (pages.led.get(last) ?? pages.written.get(last)) !== pages.written.get(last)) {
      staying.push(placing.floating.pop()!)
      continue
    }
    const isDone = done.pages > mostSet || placing.floating.length + staying.length >= mostFloating
    const next = isDone ? undefined : nextToFloat(pages, placing.floating, staying)
    if (next === undefined) return { pages: done.pages, placing }
    placing.floating.push(next)
  }
}

function pagesIn(marks: RowMark[]) {
  const pages = (is: RowMark['is']) =>
    new Map(marks.filter((one) => one.is === is).map(({ row, page }) => [row, page]))
  return { led: pages('led'), written: pages('written'), stands: pages('stands') }
}

function nextToFloat(
  { led, written, stands }: ReturnType<typeof pagesIn>,
  floating: number[],
  staying: number[],
): number | undefined {
  let lastFloating = 0
  for (const [row, here] of [...written].sort(([one], [other]) => one - other)) {
    const page = stands.get(row) ?? here
    if (floating.includes(row)) lastFloating = page
    else if (staying.includes(row)) continue
    else if (page > (led.get(row) ?? here) || page < lastFloating) return row
  }
  return undefined
}
