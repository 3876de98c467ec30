import type { Marks, PictureRun, Run } from '../tree.ts'

/** `key` is the same for the same marks. */
export type Look = { marks: Marks; key: string }

/**
 * Fills the runs of one paragraph. In a written one (`<p>`, `<h1>`) runs of spaces are meant, as the editor means
 * them, and only white space around a line feed is layout of the markup; in text that merely stands somewhere all
 * white space counts once, and none at the ends.
 */
export function growLine(runs: Run[], isWritten: boolean, count: () => void) {
  /** A space that is due before the next word, in the look it was seen in. */
  let gap: Look | undefined
  let isSpaced = true
  let lastKey: string | undefined

  function put(text: string, { marks, key }: Look) {
    const last = runs.at(-1)
    isSpaced = text.endsWith(' ')
    if (last && 'text' in last && lastKey === key) {
      last.text += text
      return
    }
    count()
    runs.push({ text, ...marks })
    lastKey = key
  }

  function fillGap() {
    if (gap && !isSpaced) put(' ', gap)
    gap = undefined
  }

  return {
    text(text: string, look: Look) {
      const isLayout = (space: string) => !isWritten || space.includes('\n')
      const pieces = text
        .replace(/[ \t\n]+/g, (space) => (isLayout(space) ? '\n' : space))
        .replace(/\t/g, ' ')
        .split('\n')
      for (const [at, piece] of pieces.entries()) {
        if (at > 0) gap ??= look
        const words = gap ? piece.replace(/^ +/, '') : piece
        if (words === '') continue
        fillGap()
        put(words, look)
      }
    },
    lineBreak({ marks }: Look) {
      count()
      runs.push({ break: true, ...marks })
      gap = undefined
      isSpaced = true
    },
    picture(picture: PictureRun, { marks }: Look) {
      fillGap()
      count()
      runs.push({ ...picture, ...marks })
      isSpaced = false
    },
  }
}
