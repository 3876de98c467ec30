const entry = 'vistaPrevia'

/** Whether the preview was open in this tab; a browser that forbids storage remembers nothing. */
export function wasPreviewOpen(): boolean {
  try {
    return sessionStorage.getItem(entry) !== null
  } catch {
    return false
  }
}

export function rememberPreview(isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(entry, 'abierta')
    else sessionStorage.removeItem(entry)
  } catch {
    // It opens closed next time.
  }
}
