import { useSyncExternalStore } from 'react'
import { keys, read } from '../storage.ts'

const never = () => () => {}

/** Whether Enviar has led here, now or some time ago: a letter is kept until its writer has signed in. */
export const useWaitingLetter = (): boolean =>
  useSyncExternalStore(
    never,
    () => read(keys.pendingLetter) !== null,
    () => false,
  )
