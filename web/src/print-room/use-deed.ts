import { useState } from 'react'
import type { Answer } from '../api.ts'
import { detailOfDeed, useDoor } from './door.ts'

export type Doing = { is: 'ready' | 'busy' } | { is: 'refused'; detail: string }

/** Nothing, or what was there before: somebody else may have done it, or it was done and the answer was lost. */
const mayHaveChanged = [0, 404, 409, 410]

/**
 * One deed at a time, and how it goes. `onStale`: the page shows what is not so any more, so its data are asked anew
 * while the refusal stays to be read.
 */
export function useDeed(onStale?: () => void) {
  const door = useDoor()
  const [doing, setDoing] = useState<Doing>({ is: 'ready' })

  async function run<T>(call: () => Promise<Answer<T>>, onDone: (body: T) => void): Promise<void> {
    setDoing({ is: 'busy' })
    const answer = await call()
    if (answer.ok) {
      setDoing({ is: 'ready' })
      onDone(answer.body)
    } else if (door.ledAway(answer)) return
    else {
      setDoing({ is: 'refused', detail: detailOfDeed(answer) })
      if (!mayHaveChanged.includes(answer.status)) return
      onStale?.()
    }
    door.refresh()
  }
  return { doing, isBusy: doing.is === 'busy', run, forget: () => setDoing({ is: 'ready' }) }
}
