import type { Session } from '@lacre/letter/accounts/calls.ts'
import type { Answer } from '../api.ts'
import { keepToken } from '../session.ts'

const noStorage =
  'Su navegador no permite guardar la sesión. Active el almacenamiento de este sitio y vuelva a intentarlo.'

/** Keeps the session of a good answer; otherwise the sentence to show: the server's own, else `fallback`. */
export function enter(answer: Answer<Session>, fallback: string): { refused: string } | 'entered' {
  if (!answer.ok) return { refused: answer.detail ?? fallback }
  return keepToken(answer.body.access_token) ? 'entered' : { refused: noStorage }
}
