import { edited, writeTo, type Written } from '../client/letters.ts'
import type { Operator } from '../client/operator.ts'
import type { Frozen, Person } from '../client/person.ts'
import type { InProcess } from '../house/in-process.ts'
import type { Seed } from '../seed.ts'
import type { CardFates } from '../stand-in/card-fates.ts'

/** Somebody and a letter of theirs, as far as they have come; `frozen` and `secrets` are of every version of it. */
export type Life = { person: Person; letter: Written; frozen: Frozen[]; secrets: [Frozen, string][] }

/** A house with people in it whose letters are on their way all at once. */
export type Town = {
  house: InProcess
  seed: Seed
  fates: CardFates
  operator: Operator
  lives: Life[]
}

let letters = 0

export async function newLife({ house, seed, lives }: Town): Promise<Life> {
  const person = await house.person(seed)
  const life: Life = { person, letter: writeTo(seed, `Vida ${++letters}`), frozen: [], secrets: [] }
  lives.push(life)
  return life
}

export async function freeze(life: Life) {
  const frozen = await life.person.freeze(life.letter)
  if (!frozen) return
  if (!life.frozen.some(({ letter }) => letter === frozen.letter)) await life.person.see(frozen)
  life.frozen.push(frozen)
}

export function edit(life: Life) {
  life.letter = edited(life.letter)
  return freeze(life)
}

export async function askIntent(life: Life) {
  const frozen = life.frozen.at(-1)
  const answer = frozen && (await life.person.askIntent(frozen))
  if (answer && 'secret' in answer) life.secrets.push([frozen, answer.secret])
}
