import closeWithGrace from 'close-with-grace'
import { createApp } from './app.ts'
import { choresOf } from './chores.ts'
import { openServerDatabase, openWorld } from './open-world.ts'
import { loadSettingsFile, readSettings, SettingsMistaken } from './settings.ts'
import { startSentence } from './start-trouble.ts'
import { createTypesetter } from './typesetting/pool/pool.ts'
import { startWorkers } from './workers.ts'

const graceMs = 15_000

/** What the person who starts it can mend is said in a sentence; anything else keeps its stack. */
function endWith(error: unknown): never {
  const sentence = error instanceof SettingsMistaken ? error.message : startSentence(error)
  console.error(sentence ?? error)
  process.exit(1)
}
process.once('uncaughtException', endWith)

loadSettingsFile()
const settings = readSettings(process.env)
const onLost = (code: string) => console.error(`database connection lost: ${code}`)
const database = await openServerDatabase(settings, { onLost })
const { world, app, actions } = await start().catch(async (error: unknown) => {
  // One that was found running may be another server's.
  await database.close({ keepAdopted: true })
  return endWith(error)
})

async function start() {
  const typesetter = createTypesetter({ size: settings.typesetters })
  const world = { ...openWorld(settings, database), typesetter }
  const wired = await createApp(world)
  await wired.app.listen({ port: settings.port, host: settings.host })
  return { world, ...wired }
}

process.off('uncaughtException', endWith)
const workers = startWorkers(choresOf(world, actions, app), (chore, error) =>
  app.log.error({ chore, err: error }, 'chore failed'),
)
closeWithGrace({ delay: graceMs, logger: false }, async ({ err }) => {
  if (err) app.log.error({ err }, 'closing after a failure')
  await app.close()
  await workers.stop()
  await world.typesetter.close()
  await database.close()
})

console.log(
  `Lacre: ${settings.publicUrl.href} (${settings.mode === 'sandbox' ? 'modo de pruebas' : 'en producción'})`,
)
if (settings.mode === 'sandbox')
  console.log(`Buzón de pruebas: ${new URL('/sandbox/mailbox', settings.publicUrl).href}`)
