import { PostgresAdapter, PostgresDialect } from 'kysely'

/** Kysely's migrator locks for a session, which a pooler may give to somebody else; `migrate` locks for its transaction. */
class WithoutSessionLocks extends PostgresAdapter {
  override acquireMigrationLock = () => Promise.resolve()
  override releaseMigrationLock = () => Promise.resolve()
}

export class Dialect extends PostgresDialect {
  override createAdapter = () => new WithoutSessionLocks()
}
