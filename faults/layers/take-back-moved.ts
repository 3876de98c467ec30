import { setTimeout as pause } from 'node:timers/promises'
import { hasMoved } from '../client/moved.ts'
import type { Operator } from '../client/operator.ts'
import type { World } from '../world.ts'

/** The operator marks letters to moved recipients as returned, as soon as they are posted. */
export async function takeBackMoved({ acks }: World, operator: Operator, areThere: () => boolean) {
  while (areThere()) {
    for (const letter of hasMoved.letters(acks)) await operator.takeBack(letter)
    await pause(600)
  }
}
