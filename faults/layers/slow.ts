import { minutes } from '@lacre/letter/days.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '../nodes/cluster.ts'
import { startAgain, type Trouble } from './troubles.ts'

const others = `datname = 'lacre' and pid <> pg_backend_pid()`

/** Stops the nodes' connections to the database for `ms`, as on an overloaded machine. */
async function stall(cluster: Cluster, ms: number) {
  const backends = await cluster.query<{ pid: number }>(
    'lacre',
    `select pid from pg_stat_activity where ${others}`,
  )
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const { pid } of backends)
      try {
        process.kill(pid, name)
      } catch {
        // The node has closed this connection.
      }
  }
  signal('SIGSTOP')
  await pause(ms)
  signal('SIGCONT')
}

/** Locks tables that every call needs: soon all connections of all pools wait. */
const lockOut = (cluster: Cluster, ms: number) =>
  cluster.query(
    'lacre',
    `begin; lock table letter, login_session in access exclusive mode; select pg_sleep(${ms / 1000}); commit`,
  )

/** Refuses every write, as a standby does. */
async function refuseWrites(cluster: Cluster, ms: number) {
  const set = async (mode: 'on' | 'off') => {
    await cluster.query('postgres', `alter database lacre set default_transaction_read_only = ${mode}`)
    await cluster.query('postgres', `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
  }
  await set('on')
  await pause(ms)
  await set('off')
}

const kinds = { 'database stood still': stall, 'tables locked': lockOut, 'writes refused': refuseWrites }

/** The database is up, but unusable for seconds. */
export const slowDatabase: Trouble = async ({ cluster }, seed, isOn) => {
  const counts: Record<string, number> = {}
  while (isOn()) {
    await pause(1500 + seed.below(2500))
    const [name, trouble] = seed.pick(Object.entries(kinds))
    await trouble(cluster, 1000 + seed.below(4000))
    counts[name] = (counts[name] ?? 0) + 1
  }
  return { counts }
}

/** Sets each node's clock up to four minutes wrong, differently at each start. */
export const wrongClocks: Trouble = async ({ nodes }, seed, isOn) => {
  let started = 0
  while (isOn()) {
    const node = seed.pick(nodes)
    await node.kill('SIGTERM')
    await startAgain(node, { FAULTS_SKEW: String((seed.below(9) - 4) * minutes(1)) })
    started++
    await pause(8000)
  }
  return { counts: { 'clocks put wrong': started } }
}
