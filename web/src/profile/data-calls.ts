import { minutes } from '@lacre/letter/days.ts'
import type { ChangePasswordBody, DeleteAccountBody, SessionList } from '@lacre/letter/accounts/calls.ts'
import type { Message } from '@lacre/letter/calls.ts'
import { ask } from '../api.ts'

/** A ZIP of everything; many letters take a while. */
export const exportAccount = () =>
  ask<Blob>({ method: 'GET', path: '/account/export', bearer: true, limitMs: minutes(10) }, (response) =>
    response.blob(),
  )
export const deleteAccount = (body: DeleteAccountBody) =>
  ask<Message>({ method: 'DELETE', path: '/account', body, bearer: true })

export const changePassword = (body: ChangePasswordBody) =>
  ask<Message>({ path: '/auth/change-password', body, bearer: true })

export const sessions = () => ask<SessionList>({ method: 'GET', path: '/account/sessions', bearer: true })
/** Without an id: all but this one. */
export const endSession = (id?: string) =>
  ask<Message>({ method: 'DELETE', path: `/account/sessions${id ? `/${id}` : ''}`, bearer: true })
