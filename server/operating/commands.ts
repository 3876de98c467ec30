import { errorAsLogged, type Log } from '../http/log.ts'
import type { InstalledDatabase } from '../database/open.ts'
import { openServerDatabase, openWorld } from '../open-world.ts'
import type { Settings } from '../settings.ts'
import type { World } from '../world.ts'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A command's output; `trouble` ends it with an error code. */
export type CommandResult = { says: string; trouble: boolean }
export const done = (says: string): CommandResult => ({ says, trouble: false })
export const trouble = (says: string): CommandResult => ({ says, trouble: true })

/** Without the typesetter, which only a server needs. */
export type CommandContext = { database: InstalledDatabase; world: Omit<World, 'typesetter'> }

/** Logs like the server, to the terminal. */
const say: Log['error'] = ({ err, ...about }, message) =>
  console.error(message, { ...about, ...(err instanceof Error && errorAsLogged(err)) })

/** The server without routes: it takes no calls, and a running server is not disturbed. */
export async function openContext(
  settings: Settings,
  options: { unsettled?: boolean } = {},
): Promise<CommandContext> {
  const database = await openServerDatabase(settings, options)
  const world = { ...openWorld(settings, database), log: { error: say, warn: say } }
  return { database, world }
}

/**
 * Writes each file whole or not at all, for its owner only: they hold letters (design/privacy.md#letters-are-secret).
 * Answers their paths.
 */
export async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written: string[] = []
  for (const [name, content] of Object.entries(files)) {
    const [path, draft] = [join(folder, name), join(folder, `.${name}.${process.pid}`)]
    try {
      await writeFile(draft, content, { mode: 0o600, flush: true })
      await rename(draft, path)
    } finally {
      await rm(draft, { force: true })
    }
    written.push(path)
  }
  return written
}
