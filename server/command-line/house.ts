import { wireDeeds } from '../deeds.ts'
import { openHouseDatabase, openWorld } from '../open-world.ts'
import type { Settings } from '../settings.ts'

export type House = Awaited<ReturnType<typeof openHouse>>

/** The house without its doors: nobody can call it, and a server that is running keeps running. */
export async function openHouse(settings: Settings, options: { unsettled?: boolean } = {}) {
  const database = await openHouseDatabase(settings, { keepAdopted: true, ...options })
  const world = openWorld(settings, database)
  return { database, world, deeds: wireDeeds(world) }
}
