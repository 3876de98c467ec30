import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder for one test, removed after it. */
export function ownFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'lacre-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
