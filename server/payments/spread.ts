import type { Payment } from './table/payments-table.ts'

/** So many cents among as many as have room, as evenly as it goes; the one with the most room takes the rest. */
export function spread(cents: number, rooms: number[]): number[] {
  const shares = rooms.map(() => 0)
  const smallestFirst = [...rooms.entries()].toSorted(([, one], [, other]) => one - other)
  let left = cents
  for (const [taken, [index, room]] of smallestFirst.entries()) {
    const waiting = rooms.length - taken
    const share = waiting === 1 ? left : Math.max(0, Math.min(room, Math.floor(left / waiting)))
    shares[index] = share
    left -= share
  }
  return shares
}

/** What the provider has once and an order's letters each: the first keeps the provider's name. */
export const referenceOf = (id: string, { letter_id }: Pick<Payment, 'letter_id'>, index: number): string =>
  index ? `${id} ${letter_id}` : id

/** The provider's own name of what `referenceOf` names. */
export const nameOf = (reference: string): string => reference.replace(/ .*/, '')
