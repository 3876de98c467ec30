import closeWithGrace from 'close-with-grace'
import { createApp } from './app.ts'
import { choresOf } from './chores.ts'
import { wireDeeds } from './deeds.ts'
import { openHouseDatabase, openWorld } from './open-world.ts'
import { readSettings, SettingsMistaken, type Settings } from './settings.ts'
import { createTypesetter } from './typesetting/pool.ts'
import { startWorkers } from './workers.ts'

const graceMs = 15_000

function settingsOrEnd(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingsMistaken)) throw error
    for (const mistake of error.mistakes) console.error(mistake)
    return process.exit(1)
  }
}

const settings = settingsOrEnd()
const onLost = (code: string) => console.error(`database connection lost: ${code}`)
const database = await openHouseDatabase(settings, { onLost })
const typesetter = createTypesetter({ size: settings.typesetters })
const world = { ...openWorld(settings, database), typesetter }
const deeds = wireDeeds(world)
const app = await createApp(world, deeds)
await app.listen({ port: settings.port, host: settings.host })

const workers = startWorkers(choresOf(world, deeds, app), (chore, error) =>
  app.log.error({ chore, err: error }, 'chore failed'),
)
closeWithGrace({ delay: graceMs, logger: false }, async ({ err }) => {
  if (err) app.log.error({ err }, 'closing after a failure')
  await app.close()
  await workers.stop()
  await typesetter.close()
  await database.close()
})

console.log(
  `Lacre: ${settings.publicUrl.href} (${settings.mode === 'sandbox' ? 'modo de pruebas' : 'en producción'})`,
)
if (settings.mode === 'sandbox')
  console.log(`Buzón de pruebas: ${new URL('/sandbox/mailbox', settings.publicUrl).href}`)
