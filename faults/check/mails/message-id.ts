/** The outbox id in a Message-ID. */
export const idOf = (messageId: string) => /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId
