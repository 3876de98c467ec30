import { setTimeout as pause } from 'node:timers/promises'
import type { Ms } from '@lacre/letter/duration.ts'

/** So much of something for all together, and of that so much for one. */
export type Shares = {
  /** Of which there is not enough left. */
  lacking(one: string, amount: number): 'own' | 'all' | undefined
  /** Undefined when there is not enough left, for this one or at all; else what gives it back, once. */
  take(one: string, amount: number): (() => void) | undefined
  /** Tries again after a while: a crowd that is refused at once calls again at once. */
  takeSoon(one: string, amount: number, wait: Ms): Promise<(() => void) | undefined>
  /** As soon as it is there, for as long as that, whoever came first before. */
  takeInTurn(one: string, amount: number, wait: Ms): Promise<(() => void) | undefined>
}

export function createShares({ all, ofOne }: { all: number; ofOne: number }): Shares {
  const taken = new Map<string, number>()
  let sum = 0
  /** Takes what it waits for if it is there, whoever came first before. */
  const waiting = new Set<() => void>()
  function lacking(one: string, amount: number) {
    if ((taken.get(one) ?? 0) + amount > ofOne) return 'own'
    return sum + amount > all ? 'all' : undefined
  }
  function take(one: string, amount: number) {
    if (lacking(one, amount)) return undefined
    const add = (change: number) => {
      sum += change
      const left = (taken.get(one) ?? 0) + change
      if (left === 0) taken.delete(one)
      else taken.set(one, left)
    }
    add(amount)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      add(-amount)
      for (const tryAgain of waiting) tryAgain()
    }
  }
  const waitInTurn = (one: string, amount: number, wait: Ms) =>
    new Promise<(() => void) | undefined>((resolve) => {
      const end = (leave?: () => void) => {
        clearTimeout(timer)
        waiting.delete(tryAgain)
        resolve(leave)
      }
      const tryAgain = () => {
        const leave = take(one, amount)
        if (leave) end(leave)
      }
      const timer = setTimeout(end, wait)
      waiting.add(tryAgain)
    })
  return {
    lacking,
    take,
    takeSoon: async (one, amount, wait) =>
      take(one, amount) ?? (await pause(wait).then(() => take(one, amount))),
    takeInTurn: async (one, amount, wait) => take(one, amount) ?? waitInTurn(one, amount, wait),
  }
}
