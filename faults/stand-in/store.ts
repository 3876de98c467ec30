/** The object store as a process of its own, which nobody kills: the stand-in of the tests, in bad weather. */
import { setTimeout as pause } from 'node:timers/promises'
import { s3StandIn, type S3Trouble } from '../../server/testing/objects/s3-stand-in.ts'
import { seedOf } from '../seed.ts'

/** `shares` of the requests that go wrong, `slowMs`: how long an answer may take. */
export type StoreTold = { shares?: Partial<Record<S3Trouble, number>>; slowMs?: number }
export type StoreSays = {
  settings: Record<string, string>
  /** The keys of what it holds. */
  held: string[]
  troubles: Record<string, number>
}

const seed = seedOf(Number(process.argv[2]))
const store = await s3StandIn()
const at: Required<StoreTold> = { shares: {}, slowMs: 0 }
const troubles: Record<string, number> = {}

store.on.trouble = async ({ did }) => {
  if (at.slowMs) await pause(seed.below(at.slowMs))
  const trouble = (Object.keys(at.shares) as S3Trouble[]).find((one) => seed.is(at.shares[one] ?? 0))
  if (trouble) troubles[`${did} ${trouble}`] = (troubles[`${did} ${trouble}`] ?? 0) + 1
  return trouble
}

const say = () =>
  process.send?.({ settings: store.settings, held: [...store.held.keys()], troubles } satisfies StoreSays)
process.on('message', (told: StoreTold | 'how-far') => {
  if (told === 'how-far') say()
  else Object.assign(at, told)
})
process.on('disconnect', () => process.exit(0))
say()
