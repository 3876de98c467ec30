import { useSyncExternalStore } from 'react'
import { ask, type Answer } from '../../api.ts'
import { createListeners } from '../../storage.ts'

/** Why the server wants the second factor: none is there yet, a new working day, or letters are to be taken out. */
const demands = ['factor-missing', 'factor-needed', 'factor-again'] as const
export type Demand = (typeof demands)[number]
const demandOf = (code: string | undefined) => demands.find((demand) => demand === code)

let open: { demand: Demand; given: Promise<boolean>; settle: (given: boolean) => void } | undefined
const { notify, subscribe } = createListeners()

/** What the dialog asks for; undefined: nothing. */
export const useDemand = (): Demand | undefined =>
  useSyncExternalStore(
    subscribe,
    () => open?.demand,
    () => undefined,
  )

/** The dialog is done: every call that waited goes on, or is refused as it was. */
export function settleDemand(given: boolean): void {
  open?.settle(given)
  open = undefined
  notify()
}

function demandFactor(demand: Demand): Promise<boolean> {
  if (!open) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    open = { demand, given: promise, settle: resolve }
    notify()
  }
  return open.given
}

/** A call of the console: where the second factor is asked for it waits for it, and then goes on as pressed. */
export async function askProven<T>(...call: Parameters<typeof ask<T>>): Promise<Answer<T>> {
  const answer = await ask(...call)
  const demand = answer.ok ? undefined : demandOf(answer.code)
  return demand && (await demandFactor(demand)) ? ask(...call) : answer
}
