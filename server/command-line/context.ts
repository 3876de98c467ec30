import { wireActions } from '../actions.ts'
import { openServerDatabase, openWorld } from '../open-world.ts'
import type { Settings } from '../settings.ts'

export type CommandContext = Awaited<ReturnType<typeof openContext>>

/** The server without its routes: nobody can call it, and a server that is running keeps running. */
export async function openContext(settings: Settings, options: { unsettled?: boolean } = {}) {
  const database = await openServerDatabase(settings, { keepAdopted: true, ...options })
  const world = openWorld(settings, database)
  return { database, world, actions: wireActions(world) }
}
