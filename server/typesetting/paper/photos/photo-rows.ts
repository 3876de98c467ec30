import { isPhoto, type PictureRun, type Run } from '@lacre/letter/content/tree.ts'

/** One photo, or two small ones side by side. */
export type PhotoRow = PictureRun[]

/**
 * A paragraph in the pieces it is printed in: photos are rows of their own between its words, which keep no space and
 * no break towards them. Undefined where it holds no photo.
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
