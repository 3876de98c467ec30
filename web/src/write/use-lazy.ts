import { useState, type ComponentType } from 'react'
import { setMissing } from './missing-part.ts'

/** A part of the page whose program comes when it is first opened; without a network, from the service worker. */
export function useLazy<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [part, setPart] = useState<ComponentType<Props>>()
  const [isOpen, setOpen] = useState(false)

  return {
    isOpen,
    Loaded: isOpen ? part : undefined,
    /** Also while it is closed: a dialog that stays in the page gives the focus back itself. */
    Part: part,
    open: () => {
      setOpen(true)
      load().then(
        (loaded) => {
          setPart(() => loaded.default)
          setMissing(false)
        },
        (failure: unknown) => {
          setOpen(false)
          setMissing(true)
          console.error('Error loading a part of the page', failure)
        },
      )
    },
    close: () => setOpen(false),
  }
}
