import { minutes, seconds } from '@lacre/letter/days.ts'
import { each } from '../check/violation.ts'
import { pass } from '../nodes/settle.ts'
import { paid, type Scene } from './scene.ts'

/** In Madrid; the server's clock begins on a Saturday. */
export const cutOff = { hour: 17, minute: 30 }
const cutOffAt = Date.parse('2026-11-23T16:30:00Z')

/** Told in a server that closes its batches by itself. */
export const cutOffScenes: Record<string, Scene> = {
  async 'paid just before the cut-off, and just after it'(server, seed) {
    await pass(server, cutOffAt - server.clock.now() - seconds(20))
    const before = await paid(server, seed)
    await pass(server, cutOffAt - server.clock.now() + seconds(5))
    const after = await paid(server, seed)
    await pass(server, minutes(2))
    await server.chore('cut-off')
    const rows = await server.query<{ id: string }>("select id from letter where state = 'batched'")
    const left = new Set(rows.map(({ id }) => id))
    return {
      S2: each(
        'S2',
        [before, after],
        (one) =>
          left.has(one.frozen.letter) !== (one === before) &&
          (one === before ? 'was paid in time and waits' : 'left with a cut-off before it was paid'),
        (one) => one.frozen.letter,
      ),
    }
  },
}
