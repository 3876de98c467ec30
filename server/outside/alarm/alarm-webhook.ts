/** Hands it to the operator's webhook. Answers why it was not taken, as a code. */
export type SendAlarm = (body: Record<string, string | undefined>) => Promise<string | undefined>
