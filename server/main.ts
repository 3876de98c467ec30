import { setFlagsFromString } from 'node:v8'
import { alarmChoresOf, observeOutside, reportOf, choresOf, startWorkers } from './schedule.ts'
import { createApp } from './app.ts'
import { DatabaseTrouble } from './database/transactions.ts'
import { endGracefully, startSentence } from './start-trouble.ts'
import { openServerDatabase, openWorld } from './open-world.ts'
import { loadSettingsFile, readSettings, SettingsMistaken } from './settings.ts'
import { createTypesetter } from './typesetting/pool.ts'

/** What the person who starts it can mend is said in a sentence; anything else keeps its stack. */
function complain(failure: unknown) {
  const sentence = failure instanceof SettingsMistaken ? failure.message : startSentence(failure)
  console.error(sentence ?? failure)
}

// A signal during the start closes what has been opened, once it has.
const starting = Promise.resolve().then(start)
const end = endGracefully({
  starting,
  async close(failure) {
    const server = await starting.catch(() => undefined)
    if (server) await server.close(failure)
    else if (failure) complain(failure)
  },
  graceMs: 15_000,
})
starting.catch(end)

/**
 * The bytes of letters and pictures lie outside the heap and count for it: V8 would collect all of it, 10 to 40 ms, after
 * every five megabytes, which one photo is. It lets it double first. Not from the beginning, which leaves what is never
 * needed again.
 */
const growBeforeCollecting = () => setFlagsFromString('--heap-growing-percent=100')

async function start() {
  loadSettingsFile()
  const settings = readSettings(process.env)
  const onLost = (code: string) => console.error(`database connection lost: ${code}`)
  let noteRestart = () => {}
  const onRestart = () => {
    console.error('the embedded PostgreSQL had ended and was started again')
    noteRestart()
  }
  const watch = { onRestart, onGone: end }
  const database = await openServerDatabase(settings, { create: true, onLost, watch })
  const typesetter = createTypesetter({ size: settings.typesetters })
  const opened = { ...openWorld(settings, database), typesetter }
  const observer = observeOutside(opened)
  noteRestart = () => observer('database', 'database-restarted')
  const { app, world } = await createApp(opened, observer)
    .then(async (wired) => {
      await wired.app.listen({ port: settings.port, host: settings.host })
      return wired
    })
    .catch(async (error: unknown) => {
      await typesetter.close()
      await database.close()
      throw error
    })
  growBeforeCollecting()
  const chores = [...choresOf(world, app), ...alarmChoresOf(world)]
  const workers = startWorkers(chores, reportOf(world))
  console.log(
    `Lacre: ${settings.publicUrl.href} (${settings.mode === 'sandbox' ? 'modo de pruebas' : 'en producción'})`,
  )
  if (settings.mode === 'sandbox')
    console.log(`Buzón de pruebas: ${new URL('/sandbox/mailbox', settings.publicUrl).href}`)
  return {
    async close(failure?: unknown) {
      if (failure instanceof DatabaseTrouble) console.error(failure.message)
      else if (failure) app.log.error({ err: failure }, 'closing after a failure')
      await app.close()
      await workers.stop()
      await typesetter.close()
      await database.close()
    },
  }
}
