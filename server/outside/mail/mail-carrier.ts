/** A finished message. `id` makes the Message-ID, the same on every attempt, so a repeated delivery can be recognised. */
export type Message = { id: string; to: string; subject: string; text: string; html: string }

/** Of an error: no later try can succeed. */
export type FinalRefusal = { isFinal: true }

/** Hands one message over. @throws when it was not accepted; the outbox tries again later unless it is a `FinalRefusal`. */
export type MailCarrier = { carry(message: Message): Promise<void> }
