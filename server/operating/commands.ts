import { errorAsLogged, type Log } from '../http/log.ts'
import type { InstalledDatabase } from '../database/open.ts'
import { openServerDatabase, openWorld } from '../open-world.ts'
import type { Settings } from '../settings.ts'
import type { World } from '../world.ts'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

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

/** Whole or not at all, for its owner only: they hold letters (design/privacy.md#letters-are-secret). Answers where they are. */
export async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written: string[] = []
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await writeWhole(path, join(folder, `.${name}.${process.pid}`), content)
    written.push(path)
  }
  return written
}

async function writeWhole(path: string, draft: string, content: string | Buffer) {
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
