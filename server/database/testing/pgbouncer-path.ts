import { existsSync } from 'node:fs'

/** Where Debian's package puts it. */
export const pgBouncer = '/usr/sbin/pgbouncer'
export const hasPgBouncer = existsSync(pgBouncer)
