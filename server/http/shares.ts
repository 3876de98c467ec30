/** So much of something for all together, and of that so much for one. */
export type Shares = {
  /** Undefined when there is not enough left, for this one or at all; else what gives it back, once. */
  take(one: string, amount: number): (() => void) | undefined
}

export function createShares({ all, ofOne }: { all: number; ofOne: number }): Shares {
  const taken = new Map<string, number>()
  let sum = 0
  return {
    take(one, amount) {
      const own = taken.get(one) ?? 0
      if (sum + amount > all || own + amount > ofOne) return undefined
      const add = (change: number) => {
        sum += change
        const left = (taken.get(one) ?? 0) + change
        if (left === 0) taken.delete(one)
        else taken.set(one, left)
      }
      add(amount)
      let isHeld = true
      return () => {
        if (isHeld) add(-amount)
        isHeld = false
      }
    },
  }
}
