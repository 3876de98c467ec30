import { useState } from 'react'
import type { Answer } from '../../api.ts'
import { detailOfAction, useConsole } from '../data/console-context.ts'

export type ActionStatus =
  { is: 'ready' | 'busy' } | { is: 'refused'; detail: string; code?: string | undefined }

/** Nothing, or what was there before: somebody else may have done it, or it was done and the answer was lost. */
const mayHaveChanged = [0, 404, 409, 410]

/**
 * One action at a time, and how it goes. `onStale`: the page shows what is not so any more, so its data are asked anew
 * while the refusal stays to be read.
 */
export function useAction(onStale?: () => void) {
  const { redirectIfUnauthorized, refresh } = useConsole()
  const [status, setDoing] = useState<ActionStatus>({ is: 'ready' })

  async function run<T>(call: () => Promise<Answer<T>>, onDone: (body: T) => void): Promise<void> {
    setDoing({ is: 'busy' })
    const answer = await call()
    if (answer.ok) {
      setDoing({ is: 'ready' })
      onDone(answer.body)
    } else if (redirectIfUnauthorized(answer)) return
    else {
      setDoing({ is: 'refused', detail: detailOfAction(answer), code: answer.code })
      if (!mayHaveChanged.includes(answer.status)) return
      onStale?.()
    }
    refresh()
  }
  return { status, isBusy: status.is === 'busy', run, reset: () => setDoing({ is: 'ready' }) }
}
