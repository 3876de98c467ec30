import type { Ledger } from '../ledger.ts'
import type { Seed } from '../seed.ts'
import type { AckEntry } from './acks.ts'
import { writeTo, type Written } from './letters.ts'

const sign = 'Mudanza'
const name = new RegExp(`${sign}$`, 'i')

/** The post returns letters to recipients with this name. */
export const hasMoved = {
  writeTo: (seed: Seed, recipient: string): Written => writeTo(seed, `${recipient} ${sign}`),
  /** Letters to such recipients that no operator has marked as returned yet. */
  letters(acks: Ledger<AckEntry>): string[] {
    const all = acks.all()
    const back = new Set(all.flatMap((ack) => (ack.did === 'return' && ack.heard ? [ack.letter] : [])))
    const sent = all.flatMap((ack) => (ack.did === 'freeze' && name.test(ack.recipient) ? [ack.letter] : []))
    return [...new Set(sent)].filter((letter) => !back.has(letter))
  },
}
