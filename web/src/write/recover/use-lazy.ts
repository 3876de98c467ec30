import { useState, type ComponentType } from 'react'

/** A dialog whose program comes when it is opened for the first time; without a network, from what was kept of it. */
export function useLazy<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [dialog, setDialog] = useState<ComponentType<Props>>()
  const [isOpen, setOpen] = useState(false)

  return {
    Loaded: isOpen ? dialog : undefined,
    open: () => {
      setOpen(true)
      load().then(
        (loaded) => setDialog(() => loaded.default),
        (failure: unknown) => {
          setOpen(false)
          console.error('Error loading the dialog', failure)
        },
      )
    },
    close: () => setOpen(false),
  }
}
