import { type ComponentType, useState, useSyncExternalStore } from 'react'
import { createListeners } from '../storage.ts'

const { notify, subscribe } = createListeners()
let isLastMissing = false

/** Whether the last lazy part failed to load. */
export const useMissing = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isLastMissing,
    () => false,
  )

/** A lazy part of the page, loaded when first opened; offline from the service worker. */
export function useLazy<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [part, setPart] = useState<ComponentType<Props>>()
  const [isOpen, setOpen] = useState(false)
  const [isMissing, setMissing] = useState(false)

  function reportMissing(missing: boolean) {
    setMissing(missing)
    isLastMissing = missing
    notify()
  }
  return {
    isOpen,
    isMissing,
    Loaded: isOpen ? part : undefined,
    /** Also while it is closed: a dialog that stays mounted returns the focus itself. */
    Part: part,
    open: () => {
      setOpen(true)
      load().then(
        (loaded) => {
          setPart(() => loaded.default)
          reportMissing(false)
        },
        (failure: unknown) => {
          setOpen(false)
          reportMissing(true)
          console.error('Error loading a part of the page', failure)
        },
      )
    },
    close: () => setOpen(false),
  }
}
