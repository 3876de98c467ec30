/** Room for a line or two, where a keyboard leaves hardly any. */
const leastRoom = 56

/**
 * How far from the edges of what is seen the caret stays. Tools stand over the letter, above it or below: its style sheet
 * knows where, and says so as the scroll margins of `host`.
 */
export const clearOfTools = (host: HTMLElement) => ({
  get top() {
    return Number.parseFloat(getComputedStyle(host).scrollMarginTop) || 5
  },
  get bottom() {
    const asked = Number.parseFloat(getComputedStyle(host).scrollMarginBottom) || 5
    return Math.min(asked, Math.max(5, (visualViewport?.height ?? innerHeight) - leastRoom))
  },
  left: 5,
  right: 5,
})
