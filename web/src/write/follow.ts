import { previewsPerMinute } from '@lacre/letter/content/limits.ts'
import { minutes, seconds } from '@lacre/letter/days.ts'
import type { CreateLetterBody, Preview } from '@lacre/letter/calls.ts'
import type { Answer, Refused } from '../api.ts'

type Ask = (body: CreateLetterBody, signal: AbortSignal) => Promise<Answer<Preview>>
export type Following =
  { is: 'following' } | { is: 'shown' } | { is: 'not-shown' } | { is: 'waiting'; refused: Refused }

/** Debounce: longer than between two keys, shorter than a pause to think. */
const usualPauseMs = 250
/** Least time between two previews: a tenth above the server's rate limit, so that steady typing is not refused. */
const leastMs = (1.1 * minutes(1)) / previewsPerMinute
/**
 * Debounce for letters with pictures, which are megabytes in both directions: at least as long as the last preview took,
 * so that none begins only to be aborted.
 */
const largeLetter = 1_000_000
const largePauseMs = { least: 1500, most: 15_000 }

/** Delay of the next try; undefined: only a change of the letter can help. */
function retryMs({ status }: Refused): number | undefined {
  if (status === 503) return seconds(1)
  if (status === 429 || status === 0) return seconds(5)
  return status >= 500 ? seconds(10) : undefined
}

/**
 * Requests a preview a moment after each change and aborts the one before, whose late answer is dropped. `write` gives the
 * letter at the time of the request.
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
  /** Resolves when shown, rejects when this browser cannot show it. `isOld`: a newer request has begun meanwhile. */
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
