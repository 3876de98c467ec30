import { useEffect, useState } from 'react'

/** It asks the person, who came to write; Chromium and Safari decide by themselves. */
const isFirefox = () => CSS.supports('-moz-appearance: none')

/** Else it may go one day; in Safari after seven without a visit. */
async function keepsForGood(): Promise<boolean> {
  // Some private windows have none.
  const storage = navigator.storage as StorageManager | undefined
  const answer = isFirefox() ? storage?.persisted() : storage?.persist()
  return (await answer?.catch(() => false)) ?? false
}

/** Whether the browser may erase by itself what it keeps; it is asked not to once there is something to keep. */
export function useMayBeErased(hasWords: boolean): boolean {
  const [mayBe, setMayBe] = useState(false)
  useEffect(() => {
    if (hasWords) void keepsForGood().then((isKept) => setMayBe(!isKept))
  }, [hasWords])
  return mayBe
}
