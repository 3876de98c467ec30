import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded, type Embedded } from '../database/embedded.ts'
import { connect, migrate } from '../database/open.ts'
import { databaseNamed } from '../database/restore.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: pg.ClientConfig
  }
}

const template = 'lacre_template'
/** Never with a real folder: an adopted server keeps the flags of its starter. */
const fastAndLoose = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

/**
 * One PostgreSQL for all server tests; each gets a copy of the migrated template. TEST_DATABASE_URL names another
 * server. Without it the embedded one runs in a folder that is removed at the end.
 */
export default async function setUp(project: TestProject) {
  const url = process.env.TEST_DATABASE_URL
  const dir = mkdtempSync(join(tmpdir(), 'lacre-test-'))
  const embedded: Embedded | undefined = url ? undefined : await startEmbedded({ dir, flags: fastAndLoose })
  const at: pg.ClientConfig = embedded ? embedded.connection : { connectionString: url }
  const admin = new pg.Client(embedded ? { ...at, database: 'postgres' } : at)
  await admin.connect()
  const { rows } = await admin.query<{ server_version: string }>('show server_version')
  console.log(
    `server tests on PostgreSQL ${rows[0]?.server_version} (${url ? 'TEST_DATABASE_URL' : 'embedded'})`,
  )

  await admin.query(`drop database if exists ${template}`)
  await admin.query(`create database ${template}`)
  const { db } = connect({ ...databaseNamed(at, template), max: 1 }, () => {})
  await migrate(db)
  await db.destroy()
  project.provide('postgres', at)
  return async () => {
    await admin.query(`drop database if exists ${template}`)
    await admin.end()
    await embedded?.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
