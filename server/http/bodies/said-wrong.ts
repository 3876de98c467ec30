/** Of what does not fit a schema, the first that it says in a sentence: its other messages are for programs. */
export const saidWrong = (issues: readonly { message?: string | undefined }[]): string | undefined =>
  issues.find(({ message }) => message?.endsWith('.'))?.message
