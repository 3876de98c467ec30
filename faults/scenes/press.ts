import { hours, minutes } from '../../letter/duration.ts'
import { pass } from '../house/settle.ts'
import { broken, paid, type Scene } from './scene.ts'

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
  async 'the press cannot be reached for two hours, and is lame after'(house, seed) {
    const { frozen } = await paid(house, seed)
    const submission = async () => {
      const what = 'select state, printer_id from submission where letter_id = $1'
      const [row] = await house.query<{ state: string; printer_id: string | null }>(what, [frozen.letter])
      return row
    }
    const lookUpEvery = async (pause: number, times: number) => {
      for (let left = times; left > 0; left--) {
        await pass(house, pause)
        await house.chore('look-up-submissions')
      }
    }
    await pass(house, hours(1.1))
    for (let left = 8; left > 0; left--) house.press?.lose('lost-before')
    await house.chore('submit')
    await lookUpEvery(minutes(16), 8)
    const isThere = !!(await submission())?.printer_id
    await house.press?.work()
    for (let left = 2; left > 0; left--) house.press?.lose('lost-before', 'send')
    await lookUpEvery(minutes(2.5), 3)
    const isOrdered = (await submission())?.state === 'accepted'
    return broken(
      'S2',
      frozen,
      (!isThere && 'the press is back for a quarter of an hour, and has not got it') ||
        (!isOrdered && 'two faults more cost longer than some minutes'),
    )
  },
}
