import type { CreateLetterBody, Preview } from '@lacre/letter/calls.ts'
import type { Answer, Refused } from '../../api.ts'

export type Ask = (body: CreateLetterBody, signal: AbortSignal) => Promise<Answer<Preview>>
export type Following = { is: 'following' } | { is: 'shown' } | { is: 'waiting'; refused: Refused }

// A person's fingers rest that long between two thoughts, and not between two letters.
const pauseMs = 250
/** The server allows 120 looks a minute. */
const leastMs = 550
/** Letters with pictures are megabytes: one look at them per breath. */
const largeLetter = 1_000_000
const largePauseMs = 1500
const second = 1000

/** How long until one more try; undefined: only a change of the letter can help. */
function retryMs({ status }: Refused): number | undefined {
  if (status === 503) return second
  if (status === 429 || status === 0) return 5 * second
  return status >= 500 ? 10 * second : undefined
}

/**
 * Looks at the letter a moment after each change. Only the newest look counts: an older one is broken off, and an
 * answer that still comes is not shown. `write` gives the letter as it is when its turn comes.
 */
export function follow({
  ask,
  write,
  show,
  tell,
}: {
  ask: Ask
  write: () => CreateLetterBody
  /** Resolves when it is on the screen; `isOld` tells whether a newer one has overtaken it meanwhile. */
  show: (preview: Preview, isOld: () => boolean) => Promise<void>
  tell: (following: Following) => void
}) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = new AbortController()
  let newest = 0
  let lastAsked = -Infinity
  let size = 0

  async function look() {
    const mine = ++newest
    const isOld = () => mine !== newest
    asked.abort()
    asked = new AbortController()
    lastAsked = performance.now()
    const body = write()
    size = body.content.length
    const answer = await ask(body, asked.signal)
    if (isOld()) return
    if (answer.ok) {
      await show(answer.body, isOld)
      if (!isOld()) tell({ is: 'shown' })
      return
    }
    tell({ is: 'waiting', refused: answer })
    const again = retryMs(answer)
    if (again !== undefined) lookIn(again)
  }
  function lookIn(ms: number) {
    clearTimeout(timer)
    const early = lastAsked + leastMs - performance.now()
    timer = setTimeout(() => void look(), Math.max(ms, early))
  }

  return {
    changed() {
      tell({ is: 'following' })
      lookIn(size > largeLetter ? largePauseMs : pauseMs)
    },
    now: () => void look(),
    close() {
      newest++
      clearTimeout(timer)
      asked.abort()
    },
  }
}
