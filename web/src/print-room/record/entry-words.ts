import {
  auditActions,
  type AuditAction,
  type DownloadReason,
  returnReasons,
  type ReturnReason,
} from '@lacre/letter/print-room/reasons.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { addressOfBatch, addressOfLetter } from '../view/use-view.ts'
import { downloadReasons, letters, reprintReasons } from '../words/words.ts'

const isKnown = (act: string): act is AuditAction => Object.hasOwn(auditActions, act)

/** What a newer server writes down keeps its own name. */
export const entryWords = (act: string): string => (isKnown(act) ? auditActions[act] : act)

const batchName = /^B\d+$/
/** Entries whose subject is no letter, though it looks like one. */
const ofOthers: readonly AuditAction[] = [
  'settle-concern',
  'add-operator',
  'change-rank',
  'remove-operator',
  'sign-in',
  'add-factor',
  'refuse-factor',
  'remove-factor',
  'remove-factors',
  'look-up-customer',
  'send-verification',
  'disable-account',
  'enable-account',
  'add-price',
  'remove-price',
]

/** What an entry is about, as one would call it, and where it is to be seen. */
export function subjectOf(act: string, subject: string): { name: string; address?: string } {
  if (batchName.test(subject)) return { name: subject, address: addressOfBatch(subject) }
  const name = letterCode(subject)
  return isKnown(act) && ofOthers.includes(act) ? { name } : { name, address: addressOfLetter(subject) }
}

const isDownloadReason = (word: string): word is DownloadReason => Object.hasOwn(downloadReasons, word)
const isReturnReason = (note: string): note is ReturnReason => Object.hasOwn(returnReasons, note)

/** The reasons in a note stand there as codes, so that the record's words never change. */
export function noteWords(act: string, note: string): string {
  if (act === 'returned' && isReturnReason(note)) return returnReasons[note]
  if (act.startsWith('mark-') && /^\d+$/.test(note)) return letters(Number(note))
  if (act.startsWith('download-')) {
    const [reason = '', ...rest] = note.split(' · ')
    return [isDownloadReason(reason) ? downloadReasons[reason] : reason, ...rest].join(' · ')
  }
  if (act !== 'reprint') return note
  return Object.entries(reprintReasons).reduce(
    (words, [code, name]) => words.replace(`: ${code}`, `: ${name.toLowerCase()}`),
    note,
  )
}
