declare global {
  interface Window {
    /** Made by the page's first scripts (index.html). From this call on, presses are the page's own. */
    takePresses?: () => Set<HTMLElement>
  }
}

/**
 * Repeats what was pressed or submitted before the page was alive: it comes prerendered, and what hears its
 * controls comes later. Each control once, however often somebody has tried.
 */
export function replayEarlyPresses(): void {
  const presses = window.takePresses?.() ?? new Set()
  for (const control of presses) {
    presses.delete(control)
    if (!control.isConnected) continue
    if (control instanceof HTMLFormElement) control.requestSubmit()
    else control.click()
  }
}
