/** Room for a line or two, where a keyboard leaves hardly any. */
const leastRoom = 56
const usual = 5

/**
 * How far from the edges of what is seen the caret stays, now. Tools stand over the letter, above it or below: its style sheet
 * knows where, and says so as the scroll margins of `host`.
 */
export function clearOfTools(host: HTMLElement) {
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(host)
  const most = Math.max(usual, (visualViewport?.height ?? innerHeight) - leastRoom)
  const bottom = Math.min(Number.parseFloat(scrollMarginBottom) || usual, most)
  return { top: Number.parseFloat(scrollMarginTop) || usual, bottom, left: usual, right: usual }
}
