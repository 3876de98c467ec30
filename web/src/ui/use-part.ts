import { useState } from 'react'

/** A dialog whose program comes when it is opened; where it does not come, the next press tries again. */
export function usePart<Part>(load: () => Promise<Part>) {
  const [shown, show] = useState<{ Part: Part } | 'missing'>()
  return {
    Part: typeof shown === 'object' ? shown.Part : undefined,
    isMissing: shown === 'missing',
    open: () =>
      void load().then(
        (Part) => show({ Part }),
        () => show('missing'),
      ),
    close: () => show(undefined),
  }
}
