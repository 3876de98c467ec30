import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { stateNames } from '@lacre/letter/words.ts'

/** Steps that say more than the state they lead to. */
const steps: Record<string, string> = {
  reprint: 'Se imprime otra vez',
  resume: 'Vuelve a la cola de impresión',
  doubt: 'En revisión: necesita a una persona',
}
const causes: Record<string, string> = {
  sender: 'Por quien la escribió',
  operator: 'Por la imprenta',
  'card-provider': 'Por el proveedor de pago',
  'expire-unpaid': 'Nadie la pagó a tiempo',
  'newer-version': 'Quien la escribió la cambió',
  restore: 'Al recuperar una copia de seguridad',
}

export const stepWords = ({ step, to }: LetterCard['steps'][number]): string => steps[step] ?? stateNames[to]
/** A cause of a newer server keeps its own name. */
export const causeWords = (cause: string): string => causes[cause] ?? cause
