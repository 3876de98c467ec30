import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that a system gives to connections: else one could take it before the server listens, or while it starts again. */
export async function freePort(): Promise<number> {
  const port = randomInt(11_000, 32_768)
  const probe = createServer().listen(port, 'localhost')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  probe.close()
  return port
}
