import pg from 'pg'
import type { Failpoints } from './failpoints.ts'

/** The name of a failpoint: `sql insert into "letter"`, `sql commit`. */
function nameOf(query: unknown): string {
  const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
  return `sql ${text.trim().split(/\s+/).slice(0, 3).join(' ').toLowerCase()}`
}

type Query = (...args: unknown[]) => Promise<unknown>

/**
 * A pool with a failpoint around every statement. At a crash its connections are cut, as the kernel cuts those of a
 * dead process, so what was not committed is lost.
 */
export function failpointPool(config: pg.PoolConfig, failpoints: Failpoints): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => {}) // crashes cut connections

  async function connect() {
    const client = await pool.connect()
    let isReleased = false
    const release = (isBroken?: boolean) => {
      if (isReleased) return
      isReleased = true
      forget()
      client.release(isBroken)
    }
    const forget = failpoints.atDeath(() => release(true))
    const query: Query = (...args) =>
      failpoints.around(nameOf(args[0]), () => (client.query as unknown as Query).apply(client, args))
    return { query, release: () => release(failpoints.isDead()), processID: 0 }
  }
  const query: Query = (...args) =>
    failpoints.around(nameOf(args[0]), () => (pool.query as unknown as Query).apply(pool, args))
  // Kysely and the rate limits use only these methods.
  return { connect, query, end: () => pool.end() } as unknown as pg.Pool
}
