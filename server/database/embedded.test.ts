// @module-tag long
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from './open.ts'
import { serveEmbedded, shareEmbedded, stopUnused } from './embedded.ts'
import { clusterFolder } from './testing/cluster-folder.ts'

const pidFile = (dir: string) => join(dir, 'pg18', 'postmaster.pid')
const runs = (dir: string) => existsSync(pidFile(dir))
const kill = (dir: string) => process.kill(Number.parseInt(readFileSync(pidFile(dir), 'utf8'), 10), 'SIGKILL')

/** PostgreSQL recovers before it is there again, and a loaded machine takes long. */
const eventually = { timeout: 60_000 }

function listening() {
  const heard: string[] = []
  const watch = { onRestart: () => void heard.push('restart'), onGone: () => void heard.push('gone') }
  return { heard, watch }
}

test('a killed PostgreSQL is started again, three times in ten minutes, and then the process is told to end', async () => {
  const dir = clusterFolder()
  const { heard, watch } = listening()
  const server = await serveEmbedded({ dir, watch })
  for (const restarts of [1, 2, 3]) {
    kill(dir)
    await expect.poll(() => heard.length, eventually).toBe(restarts)
    const client = new pg.Client(server.connection)
    await client.connect()
    expect((await client.query('select 1')).rowCount).toBe(1)
    await client.end()
  }
  kill(dir)
  await expect.poll(() => heard, eventually).toEqual(['restart', 'restart', 'restart', 'gone'])
  await server.leave()
})

test('one process serves from a folder, and the last to leave stops PostgreSQL', async () => {
  const dir = clusterFolder()
  const { heard, watch } = listening()
  const server = await serveEmbedded({ dir, watch })
  await expect(serveEmbedded({ dir, watch })).rejects.toMatchObject({ code: 'in-use' })
  const command = await shareEmbedded({ dir, create: false })
  expect(await stopUnused(dir)).toBe(false)
  await server.leave()
  expect(runs(dir)).toBe(true)
  await command.leave()
  expect([runs(dir), heard]).toEqual([false, []])
  expect(await stopUnused(dir)).toBe(true) // nothing runs
})

test('a server that comes while the last one leaves starts PostgreSQL anew', async () => {
  const dir = clusterFolder()
  const { watch } = listening()
  let before = await serveEmbedded({ dir, watch })
  for (let turn = 0; turn < 5; turn++) {
    const [next] = await Promise.all([serveEmbedded({ dir, watch }), before.leave()])
    before = next
  }
  await before.leave()
  expect(runs(dir)).toBe(false)
})

test('data of another major version is refused, and no empty cluster is made beside it', async () => {
  const dir = clusterFolder()
  mkdirSync(join(dir, 'pg17'))
  writeFileSync(join(dir, 'pg17', 'PG_VERSION'), '17\n')
  await expect(openDatabase({ dir, create: true })).rejects.toMatchObject({
    code: 'other-major',
    message: expect.stringContaining('PostgreSQL 17, which PostgreSQL 18 cannot read') as string,
  })
  expect(readdirSync(dir)).toEqual(['pg17'])
})

test('makes no installation without `create`', async () => {
  const dir = clusterFolder()
  await expect(openDatabase({ dir })).rejects.toMatchObject({ code: 'no-installation' })
  expect(readdirSync(dir)).toEqual([])
})
