import { type ComponentType, useState, useSyncExternalStore } from 'react'
import { createListeners } from '../storage.ts'

const { notify, subscribe } = createListeners()
let isLastMissing = false

/** Whether the part of the page that was asked for last could not be loaded. */
export const useMissing = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isLastMissing,
    () => false,
  )

/** A part of the page whose program comes when it is first opened; without a network, from the service worker. */
export function useLazy<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [part, setPart] = useState<ComponentType<Props>>()
  const [isOpen, setOpen] = useState(false)
  const [isMissing, setMissing] = useState(false)

  function tell(missing: boolean) {
    setMissing(missing)
    isLastMissing = missing
    notify()
  }
  return {
    isOpen,
    isMissing,
    Loaded: isOpen ? part : undefined,
    /** Also while it is closed: a dialog that stays in the page gives the focus back itself. */
    Part: part,
    open: () => {
      setOpen(true)
      load().then(
        (loaded) => {
          setPart(() => loaded.default)
          tell(false)
        },
        (failure: unknown) => {
          setOpen(false)
          tell(true)
          console.error('Error loading a part of the page', failure)
        },
      )
    },
    close: () => setOpen(false),
  }
}
