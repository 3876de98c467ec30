import { setFlagsFromString } from 'node:v8'
import { alarmChoresOf, observeOutside, reportOf, choresOf, startWorkers } from './schedule.ts'
import { createApp } from './app.ts'
import { DatabaseTrouble } from './database/transactions.ts'
import { endGracefully, startSentence } from './start-trouble.ts'
import { openServerDatabase, openWorld } from './open-world.ts'
import { loadSettingsFile, readSettings, SettingsMistaken } from './settings.ts'
import { createTypesetter } from './typesetting/pool.ts'

/** Failures the operator can fix are one sentence; others keep their stack. */
function complain(failure: unknown) {
  const sentence = failure instanceof SettingsMistaken ? failure.message : startSentence(failure)
  console.error(sentence ?? failure)
}

// A signal during the start closes what was opened, once the start ends.
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
 * Bytes of letters and pictures lie outside the heap but count for it: V8 would do a full collection, 10 to 40 ms,
 * after every five megabytes, such as one photo. This lets the heap double first. Not from the start, whose garbage
 * should be collected.
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
