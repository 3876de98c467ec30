import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseTrouble, isDatabaseAway } from '../database-trouble.ts'
import { embeddedConnection, hasCluster, startEmbedded, stopEmbedded, type Connection } from './supervisor.ts'

/**
 * Advisory locks on a connection that does nothing else: whoever dies gives them back. Everybody who uses the server
 * shares the first, and whoever gets it alone stops the server. One process at a time serves.
 */
const [using, serving] = ['embedded: in use', 'embedded: served']
const withinMs = 60_000

export type Share = {
  connection: Connection
  /** When the connection has ended: the server was stopped or killed. */
  lost: Promise<void>
  /** The right to serve from this folder, until the connection ends. False: another process has it. */
  claimServing(): Promise<boolean>
  /** Whoever leaves last stops the server. */
  leave(): Promise<void>
}

/** The embedded server, started where nobody uses it yet. @throws DatabaseTrouble where there is none and `create` is not set */
export async function shareEmbedded({ dir, create }: { dir: string; create: boolean }): Promise<Share> {
  if (!create && !hasCluster(dir))
    throw new DatabaseTrouble(
      'no-installation',
      `There is no installation in ${dir}: set DATA_DIR or DATABASE_URL as for the server. Only npm start and restore make one.`,
    )
  for (const began = performance.now(); ; await pause(50)) {
    // Found answering, it may be stopping a moment later, here or while it is joined.
    const started = await startEmbedded({ dir }).catch(unlessStopping)
    const share = started && (await join(dir, started.connection))
    if (share) return share
    if (performance.now() - began > withinMs)
      throw new DatabaseTrouble('does-not-start', 'The embedded PostgreSQL neither answers nor ends.')
  }
}

async function join(dir: string, connection: Connection): Promise<Share | undefined> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // its end tells
  const lost = new Promise<void>((ended) => client.once('end', () => ended()))
  const take = (how: string, name: string) => lock(client, how, name)
  try {
    await client.connect()
    if (await take('pg_try_advisory_lock_shared', using))
      return {
        connection,
        lost,
        claimServing: () => take('pg_try_advisory_lock', serving),
        async leave() {
          await client.query('select pg_advisory_unlock_all()').catch(() => {}) // its server is gone
          await stopIfUnused(dir, client)
        },
      }
  } catch (error) {
    unlessStopping(error)
  }
  await client.end().catch(() => {})
  return undefined
}

/** It starts, or has stopped since it answered. Anything else is thrown again. */
function unlessStopping(error: unknown): undefined {
  if (!isDatabaseAway(error)) throw error
}

const lock = async (client: pg.Client, how: string, name: string): Promise<boolean> =>
  (await client.query<{ ours: boolean }>(`select ${how}(hashtext($1)) as ours`, [name])).rows[0]!.ours

async function stopIfUnused(dir: string, client: pg.Client): Promise<boolean> {
  const unused = await lock(client, 'pg_try_advisory_lock', using).catch(() => false)
  if (unused) await stopEmbedded(dir)
  await client.end().catch(() => {})
  return unused
}

/** By hand, after a `kill -9`. False: a server or a command uses it. */
export async function stopUnused(dir: string): Promise<boolean> {
  const client = new pg.Client(embeddedConnection(dir))
  client.on('error', () => {})
  try {
    await client.connect()
  } catch {
    await stopEmbedded(dir)
    return true
  }
  return stopIfUnused(dir, client)
}
