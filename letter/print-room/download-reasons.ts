import { leastDownloadNote } from './notes.ts'

/** Why an operator takes letters away as a file; in the record as codes, so that its words never change. */
export const downloadReasons = ['print', 'check', 'lost', 'other'] as const
export type DownloadReason = (typeof downloadReasons)[number]

/** Another reason than the usual ones says which. */
export const isDownloadExplained = ({
  reason,
  note = '',
}: {
  reason: DownloadReason
  note?: string | undefined
}): boolean => reason !== 'other' || note.length >= leastDownloadNote.length
