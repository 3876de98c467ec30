import type { MailContent, Branding } from './mail-content.ts'
import { layOut } from './lay-out.ts'
import { alarm } from './messages/alarm.ts'
import { cancelled } from './messages/cancelled.ts'
import { passwordChanged } from './messages/password-changed.ts'
import { passwordEnded } from './messages/password-ended.ts'
import { passwordGuesses } from './messages/password-guesses.ts'
import { passwordReset } from './messages/password-reset.ts'
import { posted } from './messages/posted.ts'
import { receipt } from './messages/receipt.ts'
import { refunded } from './messages/refunded.ts'
import { returned } from './messages/returned.ts'
import { signInCode } from './messages/sign-in-code.ts'
import { verification } from './messages/verification.ts'
import type { MailData, MailKind } from './queue-mail.ts'

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
