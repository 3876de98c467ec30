/** The outbox's name of a message, as it arrived. */
export const idOf = (messageId: string) => /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId
