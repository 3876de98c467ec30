/** The mail server, in a process that no fault kills. Its ledger holds every accepted message. */
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { ledgerAt } from '../ledger.ts'
import { seedOf } from '../seed.ts'
import { worldClock } from '../world-clock.ts'

/** `dropped`: accepted, but the connection broke before the answer. */
export type MailEntry = {
  did: 'accept'
  messageId: string
  to: string
  subject: string
  /** Only in process. */
  text?: string
  /** The sign-in code. */
  code?: string
  dropped: boolean
  at: number
}
/** Shares of the messages; `down`: every connection gets 421. */
export type MailCommand = { down?: boolean; refuse?: number; drop?: number }
export type MailReply = { port: number } | { refused: number }

const [path = '', clockFile = '', seedNumber = '1'] = process.argv.slice(2)
const seed = seedOf(Number(seedNumber))
const ledger = ledgerAt<MailEntry>(path)
const { now } = worldClock(clockFile)
const at: Required<MailCommand> = { down: false, refuse: 0, drop: 0 }
let refused = 0

const header = (mail: string, name: string) =>
  new RegExp(`^${name}: *(.*(?:\r?\n[ \t].*)*)`, 'im').exec(mail)?.[1]?.trim() ?? ''

const codeIn = (mail: string) => /^(\d{3}) (\d{3})\r?$/m.exec(mail)?.slice(1).join('')

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onConnect: (_session, answer) =>
    answer(at.down ? Object.assign(new Error('down'), { responseCode: 421 }) : null),
  async onData(stream, session, answer) {
    const mail = (await buffer(stream).catch(() => undefined))?.toString()
    if (mail === undefined) return // the sender died half-way: nothing was accepted
    if (seed.is(at.refuse)) {
      refused++
      return answer(Object.assign(new Error('not now'), { responseCode: 451 }))
    }
    const to = session.envelope.rcptTo.map(({ address }) => address).join(' ')
    const dropped = seed.is(at.drop)
    const [messageId, subject] = [header(mail, 'Message-ID'), header(mail, 'Subject')]
    const code = codeIn(mail)
    ledger.add({ did: 'accept', messageId, to, subject, ...(code && { code }), dropped, at: now() })
    if (!dropped) return answer()
    for (const connection of server.connections) connection._socket.destroy()
  },
})
server.on('error', () => {}) // clients disconnect in every run
process.on('message', (command: MailCommand | 'progress') => {
  if (command === 'progress') process.send?.({ refused } satisfies MailReply)
  else Object.assign(at, command)
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.server.address() as AddressInfo).port } satisfies MailReply),
)
