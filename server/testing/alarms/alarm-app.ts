import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Db } from '../../database/tables.ts'
import { sendDueMail } from '../../mail/send.ts'
import { type AlarmDeps, raiseAlarms, sendAlarms } from '../../operating/alarms.ts'
import { createAlarmWebhook } from '../../outside/alarm-webhook.ts'
import { smtpCarrier } from '../../outside/mail.ts'
import { systemRandom } from '../../outside/clock.ts'
import { aLetter } from '../factories.ts'
import { portOf } from '../ports.ts'
import { testClock } from '../test-clock.ts'
import { testDatabase } from '../test-database.ts'
import { testMailServer } from '../test-mail-server.ts'

/** Somebody's chat: keeps what it is told, and answers what it should. */
export async function alarmReceiver() {
  const told: Record<string, string>[] = []
  const receiver = { url: new URL('http://localhost'), told, status: 200 }
  const server = createServer(async (request, reply) => {
    const body = JSON.parse((await buffer(request)).toString()) as Record<string, string>
    if (receiver.status < 300) told.push(body)
    reply.writeHead(receiver.status).end()
  })
  receiver.url = new URL(`http://127.0.0.1:${await portOf(server)}/hook`)
  return receiver
}

/** The alarms on a real database, with a mail server and a chat that keep what they get. `others`: as many more nodes. */
export async function alarmApp(changes: Partial<AlarmDeps> = {}) {
  const { db } = await testDatabase()
  const clock = testClock()
  const mail = await testMailServer()
  const chat = await alarmReceiver()
  const log: object[] = []
  const logger = { warn: (about: object) => void log.push(about) }
  const deps: AlarmDeps = {
    db,
    clock,
    cutOff: { hour: 17, minute: 30 },
    backsUp: false,
    random: systemRandom,
    email: 'olga@lacre.example',
    hasWebhook: true,
    log: logger,
    ...changes,
  }
  const send = createAlarmWebhook(chat.url)
  const carrier = smtpCarrier({ url: mail.url, from: 'Lacre <cartas@lacre.example>' })
  const branding = {
    publicUrl: new URL('https://lacre.example'),
    operator: { name: null, nif: null, address: null, email: null },
  }
  return {
    db,
    clock,
    chat,
    log,
    deps,
    /** Somebody pays now, whatever became of the letter. */
    async pay() {
      const letter_id = await aLetter(db, { state: 'posted' })
      const paid = { step: 'pay', from_state: 'frozen', to_state: 'paid', cause: 'events' } as const
      await db
        .insertInto('letter_step')
        .values({ letter_id, seq: 1, at: clock.now(), ...paid })
        .execute()
    },
    /** One round of the alarms, of whatever is due in the outbox, and of the webhook. */
    round: async (nodes = 1) => {
      await Promise.all(Array.from({ length: nodes }, () => raiseAlarms(deps)))
      await sendDueMail({ db, clock, carrier, branding, log: logger }, 'urgent')
      while (await sendAlarms({ db, send }));
    },
    tryWebhookAgain: () => sendAlarms({ db, send }),
    mails: () => mail.mails.map(({ subject, to }) => [subject, to?.[0]?.address]),
    mailServer: mail,
    said: () => chat.told.map(({ kind, news }) => `${kind} ${news}`),
  }
}

export const tryJobsNow = (db: Db) =>
  db
    .updateTable('job')
    .set({ run_at: new Date(0), lease_until: null })
    .execute()
