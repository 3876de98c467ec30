import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseTrouble } from '../database-trouble.ts'
import { shareEmbedded, type Share } from './share-embedded.ts'
import { interruptEmbedded, type Connection } from './supervisor.ts'

/** A killed server's connection may outlive it by a moment. */
const othersEndWithinMs = 5000
/** A server that dies more often has a cause that no restart mends. */
const [mostRestarts, restartsWithinMs] = [3, 600_000]

export type Served = { connection: Connection; leave(): Promise<void> }

/** `onRestart`: it was gone and is back. `onGone`: it stays gone, so this process has to end. */
export type Watch = { onRestart: () => void; onGone: (error: unknown) => void }

/**
 * The embedded server for the one process that serves from `dir`, kept alive: it is started anew when it is killed, and
 * whatever ends this process ends it too, save SIGKILL. @throws DatabaseTrouble when another process serves from there
 */
export async function serveEmbedded({ dir, watch }: { dir: string; watch: Watch }): Promise<Served> {
  let share = await claim(dir)
  let isLeaving = false
  const interrupt = () => interruptEmbedded(dir)
  process.once('exit', interrupt)
  const restarts: number[] = []

  async function keep(): Promise<void> {
    for (;;) {
      await share.lost
      if (isLeaving) return
      const now = performance.now()
      restarts.push(now)
      if (restarts.filter((at) => now - at < restartsWithinMs).length > mostRestarts)
        throw new DatabaseTrouble(
          'keeps-ending',
          `The embedded PostgreSQL ended more than ${mostRestarts} times in ten minutes, so this server ends, too: docs/operating.md#alarm-database`,
        )
      share = await claim(dir)
      watch.onRestart()
    }
  }
  const keeping = keep().catch((error: unknown) => (isLeaving ? undefined : watch.onGone(error)))
  return {
    connection: share.connection,
    async leave() {
      isLeaving = true
      const before = share
      await before.leave()
      await keeping
      if (share !== before) await share.leave()
      process.off('exit', interrupt)
    },
  }
}

async function claim(dir: string): Promise<Share> {
  const share = await shareEmbedded({ dir, create: true })
  for (const began = performance.now(); performance.now() - began < othersEndWithinMs; await pause(50))
    if (await share.claimServing()) return share
  await share.leave()
  throw new DatabaseTrouble(
    'in-use',
    `Another server runs on ${dir}: stop that one, or give each its own DATA_DIR, or all of them one DATABASE_URL.`,
  )
}
