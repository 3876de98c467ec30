import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Chance } from '../outside/chance.ts'

/**
 * The key that wraps the letters' keys: the setting (64 hex digits) where there is one, else a file beside the data,
 * made once, readable by its owner only. Losing it loses every letter: the operating page says so.
 */
export function letterKey(setting: string | undefined, dataDir: string, chance: Chance): Buffer {
  if (setting) return Buffer.from(setting, 'hex')
  const path = join(dataDir, 'letter-key')
  if (!existsSync(path)) writeOnce(path, dataDir, chance.bytes(32).toString('hex'))
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
}

/** Written aside, synced, then linked: two nodes that start at once end up with one key, and never with half of one. */
function writeOnce(path: string, dataDir: string, key: string) {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, key + '\n')
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}
