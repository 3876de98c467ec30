import { pass } from '../house/settle.ts'
import { paid, type Scene } from './scene.ts'

const hour = 60 * 60 * 1000

/** Told in a house whose letters a press elsewhere prints. */
export const pressScenes: Record<string, Scene> = {
  async 'the answer of the press is lost'(house, seed) {
    await paid(house, seed)
    await pass(house, 1.1 * hour)
    house.press?.lose('lost-after')
    await house.chore('submit')
  },
  async 'the answer to the order to print is lost'(house, seed) {
    await paid(house, seed)
    await pass(house, 1.1 * hour)
    await house.chore('submit')
    await house.press?.work()
    await pass(house, 1.1 * hour)
    house.press?.lose('lost-after', 'send')
    await house.chore('look-up-submissions')
  },
  async 'the order does not reach the press'(house, seed) {
    await paid(house, seed)
    await pass(house, 1.1 * hour)
    house.press?.lose('lost-before')
    await house.chore('submit')
  },
}
