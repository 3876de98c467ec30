import { seconds } from '@lacre/letter/days.ts'

/** A finished mail. `id` makes the Message-ID, the same for every attempt, so that duplicates can be recognised. */
export type Message = { id: string; to: string; subject: string; text: string; html: string }

/** Marks an error that no retry can fix. */
export type FinalRefusal = { isFinal: true }

/** Sends one mail. @throws when it was not accepted; the outbox retries unless it is a `FinalRefusal`. */
export type MailCarrier = { carry(message: Message): Promise<void> }

/** For the whole mail including the connection; shorter than the outbox's lease of 30 s. */
const timeLimit = seconds(20)

const oneAddress = /^[^\s<>,;:"]+@[^\s<>,;:"@]+$/

/** An address that could become a header or a second recipient. Not quoted, since errors are logged. */
class AddressRefused extends Error {
  code = 'EADDRESS'
  isFinal = true
}

/** A 5xx for recipient or content is final. For our login or sender, our settings must be fixed instead. */
function isFinal(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

const thisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Always encrypted to another machine: mails hold links that sign in, and the connection carries a password. */
async function transportTo(url: string) {
  const { createTransport } = await import('nodemailer')
  const address = new URL(url)
  // nodemailer prefers options in the URL.
  for (const name of ['requireTLS', 'ignoreTLS', 'opportunisticTLS']) address.searchParams.delete(name)
  return createTransport({
    url: address.href,
    requireTLS: !thisMachine.test(address.hostname),
    connectionTimeout: seconds(5),
    greetingTimeout: seconds(5),
    socketTimeout: seconds(10),
    dnsTimeout: seconds(5),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Connects and logs in, without sending. @throws Error with a `code` or the server's `responseCode`. */
export async function reachMailServer({ url }: { url: string }): Promise<void> {
  const transport = await transportTo(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** `url` as nodemailer reads it, `from` as in the header. Errors carry `responseCode` or `code`. */
export function smtpCarrier({ url, from }: { url: string; from: string }): MailCarrier {
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  let transport: ReturnType<typeof transportTo> | undefined
  return {
    async carry({ id, to, subject, text, html }) {
      if (!oneAddress.test(to)) throw new AddressRefused()
      transport ??= transportTo(url)
      const sending = (await transport).sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no automatic replies
        signal: AbortSignal.timeout(timeLimit),
      })
      await sending.catch((error: unknown) => {
        throw isFinal(error) ? Object.assign(error as Error, { isFinal: true }) : error
      })
    },
  }
}
