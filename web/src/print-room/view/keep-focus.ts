/**
 * As a `ref`: what had the focus may be gone after an action or with newer data; then the view's heading has it, and it
 * is never nobody's (WCAG 2.4.3). A closing dialog gives the focus back first.
 */
export function keepFocus(element: HTMLElement | null) {
  let last: EventTarget | null = null
  const note = ({ target }: FocusEvent) => (last = target)
  const check = () => {
    if (document.activeElement !== document.body || !(last instanceof Element) || last.isConnected) return
    last = null
    element?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(check)
  if (element) observer.observe(element, { childList: true, subtree: true })
  element?.addEventListener('focusin', note)
  return () => {
    observer.disconnect()
    element?.removeEventListener('focusin', note)
  }
}
