/**
 * What the keyboard on the screen covers of the page, as `--keyboard`: what is fixed to the bottom stands above it. Pinching
 * makes the visible part smaller too, and moves nothing. Returns how to stop.
 */
export function followKeyboard(): () => void {
  const { visualViewport: visible } = window
  const root = document.documentElement
  function place() {
    const covered = visible?.scale === 1 ? root.clientHeight - visible.height - visible.offsetTop : 0
    root.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
  }
  visible?.addEventListener('resize', place)
  visible?.addEventListener('scroll', place)
  return () => {
    visible?.removeEventListener('resize', place)
    visible?.removeEventListener('scroll', place)
    root.style.removeProperty('--keyboard')
  }
}
