import { letterCipher } from '../database/cipher.ts'
import { createPasswords } from '../accounts/passwords.ts'
import { createLimits } from '../http/limits.ts'
import { systemRandom } from '../outside/clock.ts'
import { createMergerApart } from '../print-room/merge.ts'
import { fromSettings, type World } from '../world.ts'
import { testCards, webhookSecret } from './test-cards.ts'
import { testClock, type TestClock } from './test-clock.ts'
import type { TestDatabase } from './test-database.ts'
import { testSettings } from './test-settings.ts'

/** The hour, and the card provider with its own books: what goes on when a database is lost. */
export type Elsewhere = { clock: TestClock; provider: ReturnType<typeof testCards> }

export type TestWorld = Omit<World, 'typesetter'> & { clock: TestClock }

/**
 * The outside of a server on a database of its own. The hour stands still, cards are the sandbox's, no mail is carried.
 * Answers the provider too, whose network a test may disturb.
 */
export function testWorld(
  { db, pool, installation }: Pick<TestDatabase, 'db' | 'pool' | 'installation'>,
  { settings = testSettings(), ...own }: Partial<Elsewhere> & { settings?: World['settings'] } = {},
): { world: TestWorld; provider: Elsewhere['provider'] } {
  const clock = own.clock ?? testClock()
  const provider = own.provider ?? testCards(db, clock)
  const world: TestWorld = {
    ...fromSettings(settings),
    db,
    pool,
    installation,
    limits: createLimits(pool),
    log: { error: () => {}, warn: () => {} },
    clock,
    random: systemRandom,
    cipher: letterCipher(Buffer.alloc(32, 7), systemRandom),
    passwords: createPasswords(),
    openMerger: createMergerApart(),
    cards: provider.cards,
    webhookSecret,
    captcha: { verify: (answer) => Promise.resolve(answer === 'human') },
    social: undefined,
    mailCarrier: { carry: () => Promise.resolve() },
    fetchPicture: () => Promise.resolve(undefined),
    sendAlarm: undefined,
    altcha: undefined,
    sandbox: undefined,
  }
  return { world, provider }
}
