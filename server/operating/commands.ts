import { errorAsLogged, type Log } from '../http/log.ts'
import type { InstalledDatabase } from '../database/open.ts'
import { openServerDatabase, openWorld } from '../open-world.ts'
import type { Settings } from '../settings.ts'
import type { World } from '../world.ts'

/** What a command prints; `trouble` ends it with an error code. */
export type CommandResult = { says: string; trouble: boolean }

/** Without the typesetter, which only a server needs. */
export type CommandContext = { database: InstalledDatabase; world: Omit<World, 'typesetter'> }

/** As the server logs, on the terminal. */
const say: Log['error'] = ({ err, ...about }, message) =>
  console.error(message, { ...about, ...(err instanceof Error && errorAsLogged(err)) })

/** The server without its routes: nobody can call it, and a server that is running keeps running. */
export async function openContext(
  settings: Settings,
  options: { unsettled?: boolean } = {},
): Promise<CommandContext> {
  const database = await openServerDatabase(settings, options)
  const world = { ...openWorld(settings, database), log: { error: say, warn: say } }
  return { database, world }
}
