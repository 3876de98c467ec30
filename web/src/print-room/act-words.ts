import { printRoomActs, type PrintRoomAct } from '@lacre/letter/print-room-acts.ts'
import { addressOfBatch, addressOfLetter } from './use-view.ts'
import { markOf } from './words.ts'

const isAct = (act: string): act is PrintRoomAct => Object.hasOwn(printRoomActs, act)

/** An act of a newer house keeps its own name. */
export const actWords = (act: string): string => (isAct(act) ? printRoomActs[act] : act)

const batchName = /^B\d+$/
/** Acts whose subject is no letter, though it looks like one. */
const ofOthers: readonly PrintRoomAct[] = ['settle-concern', 'add-operator', 'remove-operator']

/** What an act was done to, as one would call it, and where it is to be seen. */
export function subjectOf(act: string, subject: string): { name: string; address?: string } {
  if (batchName.test(subject)) return { name: subject, address: addressOfBatch(subject) }
  const name = markOf(subject)
  return isAct(act) && ofOthers.includes(act) ? { name } : { name, address: addressOfLetter(subject) }
}
