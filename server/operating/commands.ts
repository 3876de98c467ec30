import { wireActions } from '../actions.ts'
import { errorAsLogged, type Log } from '../http/log.ts'
import { openServerDatabase, openWorld } from '../open-world.ts'
import type { Settings } from '../settings.ts'

export type CommandContext = Awaited<ReturnType<typeof openContext>>

/** As the server logs, on the terminal. */
const say: Log['error'] = ({ err, ...about }, message) =>
  console.error(message, { ...about, ...(err instanceof Error && errorAsLogged(err)) })

/** The server without its routes: nobody can call it, and a server that is running keeps running. */
export async function openContext(settings: Settings, options: { unsettled?: boolean } = {}) {
  const database = await openServerDatabase(settings, options)
  const world = { ...openWorld(settings, database), log: { error: say, warn: say } }
  return { database, world, actions: wireActions(world) }
}
