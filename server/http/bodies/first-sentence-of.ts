/** The first message of a schema that is a sentence for people; its other messages are for programs. */
export const firstSentenceOf = (issues: readonly { message?: string | undefined }[]): string | undefined =>
  issues.find(({ message }) => message?.endsWith('.'))?.message
