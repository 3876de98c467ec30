import { sum } from '../check/check.ts'
import { play, scenes } from '../scenes/play.ts'
import type { Seed } from '../seed.ts'
import type { Stage } from './in-process.ts'
import type { Told } from './told.ts'

/** Every story once, in the house as it is. */
export async function tellScenes(stage: Stage & { seed: Seed }): Promise<Told> {
  const told: Told = { checked: {}, figures: { scenes: 0 }, sometimes: {} }
  const sceneOf = new Map<string, string>()
  for (const name of Object.keys(scenes)) {
    const { checked, letters, sometimes } = await play(name, stage)
    for (const letter of letters) sceneOf.set(letter, name)
    told.checked = sum(told.checked, checked)
    for (const [what, times] of Object.entries(sometimes))
      told.sometimes[what] = (told.sometimes[what] ?? 0) + times
  }
  told.figures = { scenes: Object.keys(scenes).length, letters: sceneOf.size }
  return { ...told, stepOf: (letter) => sceneOf.get(letter) }
}
