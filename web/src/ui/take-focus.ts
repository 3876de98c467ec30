/** As a `ref`: what appears has the focus. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** As a `ref`: what appears has the focus, unless somebody else has it (WCAG 2.4.3). */
export function takeLostFocus(element: HTMLElement | null, how?: FocusOptions): void {
  if (document.activeElement === document.body) element?.focus(how)
}

/** As a `ref` of a view's heading: it has the focus, and the page stands at its top. */
export function openAtTop(heading: HTMLElement | null): void {
  if (!heading) return
  heading.focus({ preventScroll: true })
  scrollTo(0, 0)
}

/** As a `ref` of what takes the place of what was pressed: one types or presses at once. */
export const focusFirst = (part: HTMLElement | null): void =>
  part?.querySelector<HTMLElement>('input, button')?.focus()

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
