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
