import { fold } from '@lacre/letter/address/fold.ts'
import { recipientBlock } from '@lacre/letter/address/address.ts'
import { mostLettersOfOrder } from '@lacre/letter/price/price.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'

/** Who has the same lines printed is the same: nobody is written to twice. */
const printed = (recipient: Recipient) => fold(recipientBlock(recipient).join(' '))

/** Whether somebody is on the list, however the address is written. */
export function whoIsOn(list: readonly Recipient[]): (recipient: Recipient) => boolean {
  const known = new Set(list.map(printed))
  return (recipient) => known.has(printed(recipient))
}

/** The list with whom it had not yet, as far as there is room; and whom it had, and for whom there was none. */
export function addRecipients<R extends Recipient>(
  list: R[],
  more: R[],
): { list: R[]; twice: R[]; left: R[] } {
  const known = new Set(list.map(printed))
  const added = { list: [...list], twice: [] as R[], left: [] as R[] }
  for (const one of more) {
    const lines = printed(one)
    if (known.has(lines)) added.twice.push(one)
    else if (added.list.length >= mostLettersOfOrder) added.left.push(one)
    else {
      known.add(lines)
      added.list.push(one)
    }
  }
  return added
}
