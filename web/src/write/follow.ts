import { previewsPerMinute } from '@lacre/letter/content/limits.ts'
import { minutes, seconds } from '@lacre/letter/days.ts'
import type { CreateLetterBody, Preview } from '@lacre/letter/calls.ts'
import type { Answer, Refused } from '../api.ts'

type Ask = (body: CreateLetterBody, signal: AbortSignal) => Promise<Answer<Preview>>
export type Following =
  { is: 'following' } | { is: 'shown' } | { is: 'not-shown' } | { is: 'waiting'; refused: Refused }

/** Debounce: longer than between two letters of somebody who types, shorter than a pause to think. */
const usualPauseMs = 250
/** Between two previews: a tenth more than the server's limit asks for, so that who types on is not refused. */
const leastMs = (1.1 * minutes(1)) / previewsPerMinute
/**
 * Letters with pictures are megabytes, up and down: their debounce is longer, and where the network is slow as long as
 * the last preview took, so that none is begun only to be broken off.
 */
const largeLetter = 1_000_000
const largePauseMs = { least: 1500, most: 15_000 }

/** How long until one more try; undefined: only a change of the letter can help. */
function retryMs({ status }: Refused): number | undefined {
  if (status === 503) return seconds(1)
  if (status === 429 || status === 0) return seconds(5)
  return status >= 500 ? seconds(10) : undefined
}

/**
 * Asks for a preview a moment after each change. Only the newest counts: an older one is broken off, and an
 * answer that still comes is not shown. `write` gives the letter as it is when its turn comes.
 */
export function follow({
  ask,
  write,
  show,
  report,
  pauseMs = usualPauseMs,
}: {
  ask: Ask
  write: () => CreateLetterBody
  /** Resolves when it is on the screen, rejects when this browser cannot show it; `isOld` says whether a newer one has overtaken it meanwhile. */
  show: (preview: Preview, isOld: () => boolean) => Promise<void>
  report: (following: Following) => void
  pauseMs?: number
}) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest = new AbortController()
  let lastAsked = -Infinity
  let size = 0
  let tookMs = 0
  let isAsking = false

  async function requestPreview() {
    if (isAsking) tookMs = Math.max(tookMs, performance.now() - lastAsked)
    newest.abort()
    newest = new AbortController()
    const { signal } = newest
    const isOld = () => signal.aborted
    lastAsked = performance.now()
    isAsking = true
    const body = write()
    size = body.content.length
    const answer = await ask(body, signal)
    if (isOld()) return
    isAsking = false
    tookMs = performance.now() - lastAsked
    if (answer.ok) {
      const is = await show(answer.body, isOld).then(
        () => 'shown' as const,
        () => 'not-shown' as const,
      )
      if (!isOld()) report({ is })
      return
    }
    report({ is: 'waiting', refused: answer })
    const again = retryMs(answer)
    if (again !== undefined) requestPreviewIn(again)
  }
  function requestPreviewIn(ms: number) {
    clearTimeout(timer)
    const early = lastAsked + leastMs - performance.now()
    timer = setTimeout(() => void requestPreview(), Math.max(ms, early))
  }

  return {
    changed: () => {
      report({ is: 'following' })
      const { least, most } = largePauseMs
      requestPreviewIn(size > largeLetter ? Math.min(Math.max(least, tookMs), most) : pauseMs)
    },
    now: () => void requestPreview(),
    close() {
      clearTimeout(timer)
      newest.abort()
    },
  }
}
