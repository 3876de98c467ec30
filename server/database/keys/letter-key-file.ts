import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const keyFileOf = (dataDir: string): string => join(dataDir, 'letter-key')

/** A line each, 64 hex digits: the first seals, the others only open what they sealed once. @throws Error */
export function readKeyFile(path: string): Buffer[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  if (!lines.length || lines.some((line) => !/^[0-9a-f]{64}$/i.test(line)))
    throw new Error('the letter key file does not hold keys of 64 hexadecimal digits')
  return lines.map((line) => Buffer.from(line, 'hex'))
}

/** Changes whenever the file does. @throws ENOENT */
export function versionOf(path: string): string {
  const { ino, mtimeMs, size } = statSync(path)
  return `${ino} ${mtimeMs} ${size}`
}

/** Written aside, synced, then linked: two nodes that start at once end up with one key, and never with half of one. */
export function makeKeyFileOnce(path: string, key: () => Buffer): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  const draft = writeAside(path, [key()])
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}

/** The old file or the new one, whatever dies: both are whole. Sweeps what a killed call left. */
export function replaceKeyFile(path: string, keys: Buffer[]): void {
  const folder = dirname(path)
  const left = readdirSync(folder).filter((name) => name.startsWith(`${basename(path)}.`))
  for (const name of left) unlinkSync(join(folder, name))
  renameSync(writeAside(path, keys), path)
  sync(folder)
}

function writeAside(path: string, keys: Buffer[]): string {
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, keys.map((key) => `${key.toString('hex')}\n`).join(''))
  fsyncSync(file)
  closeSync(file)
  return draft
}

function sync(folder: string) {
  const file = openSync(folder, 'r')
  fsyncSync(file)
  closeSync(file)
}
