export type Call =
  'token' | 'file-upload' | 'upload' | 'create' | 'read' | 'list' | 'send' | 'cancel' | 'delete'

/** `lost-before`: the connection breaks and nothing was done; `lost-after`: it was done. `broken`, likewise, with a 500. */
export type CallFault =
  | 'lost-before'
  | 'lost-after'
  | 'slow'
  | 'too-many'
  | 'broken'
  | 'broken-after'
  | 'in-flight'
  | 'garbled'
  | 'token-refused'
export type LetterFault =
  'wrong-pages' | 'address-misread' | 'abroad' | 'never-checked' | 'unprintable' | 'undeliverable'
export type EventFault = 'lost' | 'twice' | 'twice-at-once' | 'forged' | 'late'

/** Asked anew each time; a test may replace the functions while it runs. */
export type Faults = {
  call?: (call: Call) => CallFault | undefined
  letter?: (reference: string) => LetterFault | undefined
  event?: (kind: string) => EventFault | undefined
}

/** Share of each, 0 to 1. `calls` names which calls they befall; all but the token otherwise. */
export type FaultRates = {
  call?: Partial<Record<CallFault, number>>
  calls?: Call[]
  letter?: Partial<Record<LetterFault, number>>
  event?: Partial<Record<EventFault, number>>
}

/** Numbers from 0 to 1, the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function randomFaults(seed: number, rates: FaultRates): Faults {
  const throwDice = dice(seed)
  const draw = <Fault extends string>(shares: Partial<Record<Fault, number>> | undefined) => {
    let left = throwDice()
    for (const [fault, share] of Object.entries(shares ?? {}) as [Fault, number][]) {
      if (left < share) return fault
      left -= share
    }
    return undefined
  }
  const befallen = (call: Call) => (rates.calls ? rates.calls.includes(call) : call !== 'token')
  return {
    call: (call) => (befallen(call) ? draw(rates.call) : undefined),
    letter: () => draw(rates.letter),
    event: () => draw(rates.event),
  }
}
