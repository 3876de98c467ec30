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
import { dirname, join } from 'node:path'

export const keyFileOf = (dataDir: string): string => join(dataDir, 'letter-key')

/** A line each, 64 hex digits: the first seals, the others only open what they sealed once. @throws Error */
export function readKeyFile(path: string): Buffer[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  if (!lines.length || lines.some((line) => !/^[0-9a-f]{64}$/i.test(line)))
    throw new Error('the letter key file does not hold keys of 64 hexadecimal digits')
  return lines.map((line) => Buffer.from(line, 'hex'))
}

/** Written aside, synced, then linked: two nodes that start at once end up with one key, and never with half of one. */
export function makeKeyFileOnce(path: string, key: () => Buffer): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, `${key().toString('hex')}\n`)
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
