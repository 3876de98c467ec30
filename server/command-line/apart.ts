import { stopEmbedded } from '../database/embedded/supervisor.ts'
import { postgresFolder } from '../open-world.ts'
import type { Settings } from '../settings.ts'
import { doctor } from './doctor.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'
import type { CommandResult } from '../ports.ts'

/** An order for a house that may not be fit to open. `flags`: what may follow with two hyphens. */
type ApartOrder = {
  takes: [least: number, most: number]
  flags: string[]
  run: (settings: Settings, words: string[], flags: Set<string>) => Promise<CommandResult>
}

export const apart: Record<string, ApartOrder> = {
  restore: { takes: [0, 1], flags: ['verify', 'settle', 'unprinted'], run: restore },
  doctor: { takes: [0, 0], flags: [], run: doctor },
  seed: { takes: [0, 0], flags: [], run: seed },
  'db:stop': {
    takes: [0, 0],
    flags: [],
    async run(settings) {
      await stopEmbedded(postgresFolder(settings))
      return { says: 'El PostgreSQL incorporado está parado.', trouble: false }
    },
  },
}
