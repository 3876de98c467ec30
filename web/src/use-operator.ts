import { useCallback, useState } from 'react'
import type { Operator } from '@lacre/letter/print-room/calls.ts'
import { account } from './api.ts'
import { token } from './session.ts'

let asked: { by: string; answer: Promise<Operator | null> } | undefined

/** Whether this account may enter the print room; asked once per session. A failure is not remembered. */
async function operatorOf(session: string): Promise<Operator | null> {
  if (asked?.by !== session) {
    const answer = account({ meets401: true }).then((answered) => {
      if (!answered.ok) asked = undefined
      return answered.ok ? answered.body.operator : null
    })
    asked = { by: session, answer }
  }
  return asked.answer
}

/** `look` asks, so that a page on which nobody opens the menu asks nothing. */
export function useOperator() {
  const [known, setKnown] = useState<{ session: string; isOperator: boolean }>()
  const look = useCallback(() => {
    const session = token()
    if (session) void operatorOf(session).then((operator) => setKnown({ session, isOperator: !!operator }))
  }, [])
  return { isOperator: !!known?.isOperator && known.session === token(), look }
}
