import type { Session } from '@lacre/letter/accounts/calls.ts'
import type { Answer } from '../api.ts'
import { keepToken } from '../session.ts'
import { keys, read } from '../storage.ts'
import { useInBrowser } from '../use-in-browser.ts'

const noStorage =
  'Su navegador no permite guardar la sesión. Active el almacenamiento de este sitio y vuelva a intentarlo.'

/** Stores the session; otherwise returns the sentence of the server, else `fallback`. */
export function enter(answer: Answer<Session>, fallback: string): { refused: string } | 'entered' {
  if (!answer.ok) return { refused: answer.detail ?? fallback }
  return keepToken(answer.body.access_token) ? 'entered' : { refused: noStorage }
}

export const letterWaits =
  'Su carta está guardada. Para enviarla hace falta una cuenta: con un código por correo se hace en un minuto.'

/** Whether a letter waits for the sign-in. */
export const useWaitingLetter = (): boolean => useInBrowser(() => read(keys.pendingLetter) !== null, false)
