import { SMTPServer } from 'smtp-server'
import PostalMime, { type Email } from 'postal-mime'
import { onTestFinished } from 'vitest'

/** A mail server for tests: keeps what it is given, as read by another library than the one that wrote it. */
export type TestMailServer = {
  url: string
  mails: Email[]
  /** Every recipient of every envelope. */
  recipients: string[]
  /** Whether each mail came encrypted. */
  encrypted: boolean[]
  /** Answers this to the next messages, e.g. 451; undefined takes them again. */
  refuseWith: number | undefined
  /** The same to the next recipients. */
  refuseRecipientsWith?: number | undefined
}

/** `host`: 0.0.0.0 leads to this machine too, without being one of its own names. */
export async function testMailServer({ host = '127.0.0.1', encrypts = false } = {}): Promise<TestMailServer> {
  const app: TestMailServer = { url: '', mails: [], recipients: [], encrypted: [], refuseWith: undefined }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: encrypts ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    onRcptTo(address, _session, answer) {
      app.recipients.push(address.address)
      const responseCode = app.refuseRecipientsWith
      answer(responseCode ? Object.assign(new Error('no such mailbox'), { responseCode }) : undefined)
    },
    async onData(stream, { secure }, answer) {
      const pieces: Buffer[] = []
      for await (const piece of stream) pieces.push(piece as Buffer)
      if (app.refuseWith) return answer(Object.assign(new Error('not now'), { responseCode: app.refuseWith }))
      app.encrypted.push(secure)
      app.mails.push(await PostalMime.parse(Buffer.concat(pieces)))
      answer()
    },
  })
  await new Promise<void>((listening) => server.listen(0, host, () => listening()))
  const { port } = server.server.address() as { port: number }
  app.url = `smtp://${host}:${port}`
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return app
}
