import { useEffect, useRef, useState } from 'react'
import { detailOf, type Answer } from '../api.ts'

/** What somebody does to a letter, or to an entry of a list: whether it is under way, and why it could not be done. */
export function useItemAction() {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  /** `done` is not called once the list is closed: nobody waits for it any more. Answers why it could not be done. */
  async function act<T>(call: Promise<Answer<T>>, done: (body: T) => void): Promise<string | undefined> {
    setBusy(true)
    const answer = await call
    const refused = answer.ok ? undefined : detailOf(answer)
    if (isGone.current) return refused
    setBusy(false)
    setTrouble(refused ?? '')
    if (answer.ok) done(answer.body)
    return refused
  }
  return { isBusy, trouble, act }
}
