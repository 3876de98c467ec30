import { type MailContent, type Branding, layOut } from './layout.ts'
import {
  alarm,
  passwordChanged,
  passwordEnded,
  passwordGuesses,
  passwordReset,
  signInCode,
  verification,
} from './account-messages.ts'
import { cancelled, posted, refunded, returned } from './letter-messages.ts'
import { receipt } from './receipt-message.ts'
import type { MailData, MailKind } from './outbox.ts'

// A new kind does not compile until it has its message here.
const messages: { [K in MailKind]: (data: MailData[K], branding: Branding) => MailContent } = {
  verification,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'password-ended': passwordEnded,
  'password-guesses': passwordGuesses,
  'sign-in-code': signInCode,
  alarm,
  receipt,
  posted,
  cancelled,
  refunded,
  'given-back': refunded,
  returned,
}

/** Subject, text and HTML of a message of the outbox. */
export function compose<K extends MailKind>(kind: K, data: MailData[K], branding: Branding) {
  return layOut(messages[kind](data, branding), branding)
}
