import { hours } from '../../letter/duration.ts'
import { pass } from '../house/settle.ts'
import { paid, type Scene } from './scene.ts'

/** Told in a house whose letters a press elsewhere prints. */
export const pressScenes: Record<string, Scene> = {
  async 'the answer of the press is lost'(house, seed) {
    await paid(house, seed)
    await pass(house, hours(1.1))
    house.press?.lose('lost-after')
    await house.chore('submit')
  },
  async 'the answer to the order to print is lost'(house, seed) {
    await paid(house, seed)
    await pass(house, hours(1.1))
    await house.chore('submit')
    await house.press?.work()
    await pass(house, hours(1.1))
    house.press?.lose('lost-after', 'send')
    await house.chore('look-up-submissions')
  },
  async 'the order does not reach the press'(house, seed) {
    await paid(house, seed)
    await pass(house, hours(1.1))
    house.press?.lose('lost-before')
    await house.chore('submit')
  },
}
