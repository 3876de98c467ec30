import type { MoneyMode } from '@lacre/letter/price/money.ts'
import { sql } from 'kysely'
import { openRestoration } from '../../database/backup/restoration.ts'
import { foreignKeys } from '../../database/keys/foreign-keys.ts'
import type { LetterKeys } from '../../database/keys/letter-keys.ts'
import { migrationNames, migrationsDone } from '../../database/migrate.ts'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import { driftOf, mayDriftSeconds } from '../machine.ts'
import { ill, well, type Check } from './finding.ts'

const oldest = 15

/** What can be asked of any database, migrated or not. */
export const checksOfDatabaseServer = ({ db, clock }: { db: Db; clock: Clock }): Check[] => [
  {
    at: 'Base de datos',
    async look() {
      const { rows } = await sql<{ version: string }>`
        select current_setting('server_version') as version`.execute(db)
      const version = rows[0]?.version ?? ''
      return Number.parseInt(version, 10) >= oldest
        ? well(`PostgreSQL ${version} responde.`)
        : ill(`PostgreSQL ${version} es anterior al ${oldest}, el más antiguo que sirve.`)
    },
  },
  {
    at: 'Reloj',
    async look() {
      const apart = await driftOf({ db, clock })
      return apart <= mayDriftSeconds
        ? well('el de esta máquina y el de la base de datos van a la par.')
        : ill(`el de esta máquina y el de la base de datos se llevan ${Math.round(apart)} s.`)
    },
  },
  {
    at: 'Versión de los datos',
    async look() {
      const missing = await pendingMigrations(db)
      return missing.length
        ? ill(`faltan ${missing.length} cambios: los hace el servidor al arrancar.`)
        : well('al día.')
    },
  },
]

/** All of them for a database nobody has used yet. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const done = await migrationsDone(db)
  return migrationNames().filter((name) => !done.includes(name))
}

const modes = {
  sandbox: 'de pruebas: ni dinero ni correo de verdad.',
  test: 'con tarjetas de prueba del proveedor: nada se imprime.',
  live: 'en producción, con dinero de verdad.',
} satisfies Record<MoneyMode, string>

/** Whether this is the database these settings belong to. */
export const checksOfInstallation = ({
  db,
  keys,
  mode,
}: {
  db: Db
  keys: LetterKeys | undefined
  mode: MoneyMode
}): Check[] => [
  {
    at: 'Modo',
    async look() {
      const known = await db.selectFrom('house_mode').select('mode').executeTakeFirst()
      if (known && known.mode !== mode)
        return ill(`la base de datos es de otro modo (${known.mode}): el servidor no arrancará.`)
      return well(modes[mode])
    },
  },
  {
    at: 'Llaves de las cartas',
    async look() {
      const foreign = await foreignKeys(db, keys)
      return foreign.length
        ? ill(`hay cartas cerradas con una llave que no está aquí (${foreign.join(', ')}).`)
        : well('están todas las que hacen falta.')
    },
  },
  {
    at: 'Restauración',
    async look() {
      return (await openRestoration(db))
        ? ill('quedó a medias: npm run lacre -- restore --settle')
        : well('ninguna a medias.')
    },
  },
]
