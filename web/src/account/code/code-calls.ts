import type { Session } from '@lacre/letter/accounts/calls.ts'
import type { Message } from '@lacre/letter/calls.ts'
import { ask } from '../../api.ts'

export const requestCode = (email: string, captchaAnswer: string) =>
  ask<Message>({ path: '/auth/request-code', body: { email, recaptcha_token: captchaAnswer } })
export const enterCode = (email: string, code: string) =>
  ask<Session>({ path: '/auth/code/login', body: { email, code } })
