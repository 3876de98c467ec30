/** As a `ref`: focuses the element when it appears. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** As a `ref`: focuses the element when it appears and nothing else has the focus (WCAG 2.4.3). */
export function takeLostFocus(element: HTMLElement | null, how?: FocusOptions): void {
  if (document.activeElement === document.body) element?.focus(how)
}

/** As a `ref` of a view's heading: focuses it and scrolls to the top. */
export function openAtTop(heading: HTMLElement | null): void {
  if (!heading) return
  heading.focus({ preventScroll: true })
  scrollTo(0, 0)
}

/** As a `ref` of a part that replaces the pressed control: focuses its first input or button. */
export const focusFirst = (part: HTMLElement | null): void =>
  part?.querySelector<HTMLElement>('input, button')?.focus()

/**
 * As a `ref`: when the focused element is removed, by an action or by newer data, the heading of the view gets the focus
 * (WCAG 2.4.3). A closing dialog returns the focus first.
 */
export function keepFocus(element: HTMLElement | null) {
  let last: EventTarget | null = null
  const remember = ({ target }: FocusEvent) => (last = target)
  const check = () => {
    if (document.activeElement !== document.body || !(last instanceof Element) || last.isConnected) return
    last = null
    element?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(check)
  if (element) observer.observe(element, { childList: true, subtree: true })
  element?.addEventListener('focusin', remember)
  return () => {
    observer.disconnect()
    element?.removeEventListener('focusin', remember)
  }
}
