import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openHouse } from '../server/house.ts'

const root = join(import.meta.dirname, '..', '..')

test('a server that cannot start stops the database it started, and leaves the one that another uses', async () => {
  const house = await openHouse()
  const dataDir = mkdtempSync(join(tmpdir(), 'lacre-start-'))
  try {
    const start = (DATA_DIR: string) => {
      const env = { PATH: process.env.PATH, PORT: new URL(house.url).port, DATA_DIR }
      const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
        cwd: root,
        env,
        encoding: 'utf8',
      })
      return [status, stderr.trim()]
    }
    const taken = [1, 'PORT is in use by another program: stop that one or choose another PORT.']
    expect(start(dataDir)).toEqual(taken)
    const database = join('postgres', 'pg18')
    expect(existsSync(join(dataDir, database, 'PG_VERSION'))).toBe(true)
    expect(existsSync(join(dataDir, database, 'postmaster.pid'))).toBe(false)

    expect(start(house.dataDir)).toEqual(taken)
    expect(existsSync(join(house.dataDir, database, 'postmaster.pid'))).toBe(true)
    expect((await fetch(`${house.url}/readyz`)).status).toBe(200)
  } finally {
    await house.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
