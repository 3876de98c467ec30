/** Why an operator takes letters away as a file; in the record as codes, so that its words never change. */
export const downloadReasons = ['print', 'check', 'lost', 'other'] as const
export type DownloadReason = (typeof downloadReasons)[number]
