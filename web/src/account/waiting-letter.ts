import { useSyncExternalStore } from 'react'
import { keys, read } from '../storage.ts'

export const letterWaits =
  'Su carta está guardada. Para enviarla hace falta una cuenta: con un código por correo se hace en un minuto.'

const never = () => () => {}

/** Whether Enviar has led here, now or some time ago: a letter is kept until its writer has signed in. */
export const useWaitingLetter = (): boolean =>
  useSyncExternalStore(
    never,
    () => read(keys.pendingLetter) !== null,
    () => false,
  )
