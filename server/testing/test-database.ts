import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connect, type InstalledDatabase } from '../database/open.ts'
import { databaseNamed } from '../database/restore.ts'

/** Opened once a worker: a connection costs PostgreSQL as much as a quarter of a new database. */
let admin: pg.Pool | undefined

export type TestDatabase = InstalledDatabase & { at: pg.ClientConfig }

/**
 * A real database of its own, migrated and empty, or without a table from `template1`; dropped after the test. Call it
 * inside a test or `beforeEach`.
 */
export async function testDatabase(
  template: 'lacre_template' | 'template1' = 'lacre_template',
): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(server, `create database ${name} template ${template} strategy file_copy`)
  const at = databaseNamed(server, name)
  const { db, pool } = connect({ ...at, max: 10, connectionTimeoutMillis: 30_000 }, () => {})
  onTestFinished(async () => {
    await db.destroy()
    await asAdmin(server, `drop database if exists ${name} with (force)`)
  })
  return { db, pool, at, installation: randomUUID(), close: () => Promise.resolve() }
}

async function asAdmin(server: pg.ClientConfig, statement: string) {
  admin ??= new pg.Pool({
    ...(server.connectionString ? server : { ...server, database: 'postgres' }),
    max: 2,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => {}) // the statement reports it
  await admin.query(statement)
}
