import { minutes, seconds } from '@lacre/letter/days.ts'
import type Stripe from 'stripe'
import type { Actions } from './actions.ts'
import type { App } from './http/app.ts'
import { mailFailingSince } from './mail/mail-failing.ts'
import { lookAtMachine } from './operating/alarms/look-at-machine.ts'
import {
  createObserver,
  forgetObserved,
  observe,
  type Observer,
} from './operating/alarms/observations-table.ts'
import { raiseAlarms } from './operating/alarms/raise-alarms.ts'
import { sendAlarms } from './operating/alarms/send-alarms.ts'
import type { Chore, Report } from './workers.ts'
import type { World } from './world.ts'

/** The work that calls the operator, on every node. */
export function alarmChoresOf(world: World, { queueMail }: Actions, app: App): Chore[] {
  const { settings, database, clock, sendAlarm } = world
  const { db } = database
  const { cutOff, dataDir, mode, backups, operator } = settings
  const deps = {
    db,
    clock,
    cutOff,
    backsUp: mode === 'real' && backups === 'lacre',
    mailFailingSince,
    queueMail,
    email: operator.email,
    hasWebhook: sendAlarm !== undefined,
    log: app.log,
  }
  const alarms: Chore = {
    name: 'alarms',
    every: minutes(2),
    async run() {
      await lookAtMachine({ db, clock, dataDir })
      await raiseAlarms(deps)
      return 0
    },
  }
  if (!sendAlarm) return [alarms]
  return [
    alarms,
    { name: 'alarm-webhook', every: seconds(5), run: () => sendAlarms({ db, send: sendAlarm }) },
  ]
}

/** Whether the card provider takes our key is told by its every answer. */
export function observeOutside({ database: { db }, clock, cards }: World): Observer {
  const observer = createObserver({ db, clock })
  cards.on('response', ({ status }: Stripe.ResponseEvent) =>
    observer('cards', status === 401 ? 'cards-refused' : 'cards-accepted'),
  )
  return observer
}

/** Failing once is the weather; twice in a row is somebody's affair. */
const inARowToCall = 2

/** `name` failed, or works again: in the log, and in the alarms. */
export function reportOf({ database: { db }, clock }: World, app: App): Report {
  const unwritten = () => {} // its database is what fails
  return {
    failed(chore, error, inARow) {
      app.log.error({ chore, err: error, inARow }, 'chore failed')
      if (inARow >= inARowToCall) observe({ db, clock }, `chore-failed:${chore}`).catch(unwritten)
    },
    recovered: (chore) => void forgetObserved(db, `chore-failed:${chore}`).catch(unwritten),
  }
}
