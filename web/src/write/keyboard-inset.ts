/**
 * Sets `--keyboard` to the height that an on-screen keyboard covers, so that fixed bars stand above it. A pinch zoom also
 * shrinks the visual viewport and must not move them. Returns how to stop.
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
