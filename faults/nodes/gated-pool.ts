import pg from 'pg'
import type { Gate } from './gate.ts'

/** `insert into "letter"`, `commit`: what a step of the database is called. */
function nameOf(query: unknown): string {
  const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
  return `sql ${text.trim().split(/\s+/).slice(0, 3).join(' ').toLowerCase()}`
}

type Query = (...args: unknown[]) => Promise<unknown>

/**
 * A pool whose every statement is a step of the gate. At a crash its connections are cut, as the kernel cuts those of a
 * dead process: what was not committed is not.
 */
export function gatedPool(config: pg.PoolConfig, gate: Gate): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => {}) // cut connections are what this is about

  async function connect() {
    const client = await pool.connect()
    let isReleased = false
    const release = (isBroken?: boolean) => {
      if (isReleased) return
      isReleased = true
      forget()
      client.release(isBroken)
    }
    const forget = gate.atDeath(() => release(true))
    const query: Query = (...args) =>
      gate.step(nameOf(args[0]), () => (client.query as unknown as Query).apply(client, args))
    return { query, release: () => release(gate.isDead()), processID: 0 }
  }
  const query: Query = (...args) =>
    gate.step(nameOf(args[0]), () => (pool.query as unknown as Query).apply(pool, args))
  // Kysely and the limits use no more of a pool than this.
  return { connect, query, end: () => pool.end() } as unknown as pg.Pool
}
