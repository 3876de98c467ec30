import { useEffect, useRef } from 'react'

/**
 * A busy button is disabled, and a disabled one loses the focus: it gets it back when `isAgainUsable` and nobody
 * has gone elsewhere meanwhile.
 */
export function useFocusBack<Element extends HTMLElement>(isAgainUsable: boolean) {
  const button = useRef<Element>(null)
  useEffect(() => {
    if (isAgainUsable && document.activeElement === document.body) button.current?.focus()
  }, [isAgainUsable])
  return button
}
