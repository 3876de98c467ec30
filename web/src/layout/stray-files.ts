/** A file that is dropped beside the letter, or beside a field for files: the browser would leave the page to show it. */
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
