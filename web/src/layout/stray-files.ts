/** Refuses files dropped outside the letter and file fields; the browser would leave the page to show them. */
export function refuseStrayFiles(): void {
  const refuse = (event: DragEvent) => {
    const { dataTransfer, target } = event
    const isTaken = event.defaultPrevented || (target instanceof HTMLInputElement && target.type === 'file')
    if (isTaken || !dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
