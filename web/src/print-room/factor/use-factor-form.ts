import { useState } from 'react'
import { detailOf, type Answer } from '../../api.ts'
import { settleDemand } from './factor-gate.ts'

/** One try at a time to give a factor, and why the last one did not do. */
export function useFactorForm() {
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  async function begin<T>(call: () => Promise<Answer<T>>, onDone: (body: T) => void): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setRefused(undefined)
    const answer = await call()
    setBusy(false)
    if (answer.ok) onDone(answer.body)
    else setRefused(detailOf(answer))
  }
  /** What was waiting goes on when it was right. */
  const give = (call: () => Promise<Answer<unknown>>) => begin(call, () => settleDemand(true))
  return { isBusy, refused, begin, give, forget: () => setRefused(undefined) }
}
export type FactorForm = ReturnType<typeof useFactorForm>
