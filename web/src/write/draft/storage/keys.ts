import type { keys as everyKey } from '../../../session.ts'

// The session's own keys, checked against it by type alone: importing it would bring React before the editor.
export const keys = {
  draft: 'letterContent',
  draftStamp: 'letterVersion',
  pendingLetter: 'pendingLetter',
  originAddress: 'originAddress',
  destinationAddress: 'destinationAddress',
} as const satisfies Partial<typeof everyKey>
