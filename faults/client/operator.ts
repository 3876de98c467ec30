import type { Ledger } from '../ledger.ts'
import type { AckEntry } from './acks.ts'
import type { Call } from './customer.ts'

/** What an operator may decide about a letter. */
export type Decision = 'resume' | 'cancel' | 'give-back' | 'name-refund' | 'refund'

type Deps = { acks: Ledger<AckEntry>; call: Call; signInAgain: () => Promise<void>; now: () => number }

/** An operator at the console with a fresh second factor. */
export const createOperator = ({ acks, call, signInAgain, now }: Deps) => ({
  async decide(letter: string, decision: Decision): Promise<boolean> {
    await signInAgain()
    const answer = await call('POST', `/print-room/letters/${letter}/${decision}`, {
      note: 'Mirado en el panel del proveedor de pago.',
    })
    if (answer !== 'no-answer' && (answer.status === 401 || answer.status === 403))
      throw new Error(`the operator was not let in: ${String(answer.json['code'])}`)
    const isDone = answer !== 'no-answer' && answer.status === 200
    // A refund without an answer may have happened. The printed letter is then no mistake.
    if (isDone || (answer === 'no-answer' && decision === 'refund'))
      acks.add({ did: 'decide', letter, decision, at: now() })
    return isDone
  },
  /** Settles every issue of this letter. */
  async settle(letter: string): Promise<void> {
    await signInAgain()
    const list = await call('GET', '/print-room/needs-person')
    const { issues } = (list === 'no-answer' ? {} : list.json) as {
      issues?: { id: string; letterId: string | null }[]
    }
    for (const { id, letterId } of issues ?? [])
      if (letterId === letter)
        await call('POST', `/print-room/issues/${id}/settle`, { note: 'No está en el panel.' })
  },
  /** Marks the letter as returned. */
  async takeBack(letter: string): Promise<boolean> {
    await signInAgain()
    const answer = await call('POST', `/print-room/letters/${letter}/returned`, { reason: 'gone-away' })
    const heard = answer !== 'no-answer' && answer.status === 200
    if (heard || answer === 'no-answer') acks.add({ did: 'return', letter, heard })
    return heard
  },
})

export type Operator = ReturnType<typeof createOperator>
