/** Why a call is refused (`code`), beside 401 `unauthenticated`. */
export const printRoomRefusals = [
  /** 403 */
  'not-operator',
  /** 403: an action for a supervisor. */
  'not-supervisor',
  /** 404 */
  'unknown-batch',
  'unknown-letter',
  'unknown-sheet-code',
  'unknown-concern',
  /** 409: nothing is paid and waits. */
  'nothing-waiting',
  /** 409: another operator writes a batch at this moment. */
  'somebody-else',
  /** 409: the file of this batch was never made, so nothing can have been printed. */
  'not-made',
  /** 409: no letter of the batch can be printed any more. */
  'nothing-to-print',
  /** 409: the letter is in a state in which that cannot be done. */
  'not-now',
  /** 409: `sheets` lacks one of the letter's, or has a foreign one. */
  'sheets-missing',
  /** 409: posted, so it needs a supervisor and a reason. */
  'already-posted',
  /** 409: another printer has it. */
  'at-printer',
  /** 409: the provider's own record does not say that this letter is paid and undisputed. */
  'not-paid',
  /** 409: an attempt of it was posted: printing it again would send it twice. */
  'posted-before',
  /** 409: settled by somebody else already. */
  'already-settled',
  /** 409: the stored bytes are not those that were paid; the letter now waits for a person. */
  'damaged',
  /** 410: its content was erased on schedule. */
  'erased',
  /** 503: the card provider did not answer, or the merging died; nothing has changed. */
  'provider-unavailable',
  'merging-failed',
] as const
export type PrintRoomRefusal = (typeof printRoomRefusals)[number]
