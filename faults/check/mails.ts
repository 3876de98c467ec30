import { both, each, groupBy, type Check } from './violation.ts'

const idOf = (messageId: string) => /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId

/** Which change is told by which message, and which step makes it true. */
const told = [
  { kind: 'receipt', step: 'pay' },
  { kind: 'posted', step: 'post' },
] as const

export const E1: Check = ({ house, mails }, facts) => {
  const sink = groupBy(mails, ({ messageId }) => idOf(messageId))
  const rows = new Map(house.mails.map((row) => [row.id, row]))
  const has = new Set(house.mails.map(({ kind, key }) => `${kind} ${key}`))
  const reached = new Map(told.map(({ kind, step }) => [kind, lettersThatTook(step)]))
  function lettersThatTook(step: string) {
    return new Set(house.steps.filter((row) => row.step === step).map(({ letter_id }) => letter_id))
  }
  const cancelled = lettersThatTook('cancel')
  const refunded = new Set([...facts.refunded.keys()].map((intent) => facts.letterOf.get(intent) ?? ''))
  return both(
    each(
      'E1',
      house.mails,
      ({ id, kind, sent, given_up }) => {
        if (given_up) return `${kind} was given up`
        if (!sent) return `${kind} was never sent`
        return !sink.has(id) && `${kind} counts as sent and never arrived`
      },
      ({ key }) => key,
    ),
    each('E1', sink.keys(), (id) => !rows.has(id) && 'a message arrived that nobody queued'),
    ...told.map(({ kind }) =>
      each(
        'E1',
        reached.get(kind) ?? [],
        (letter) => !has.has(`${kind} ${letter}`) && `nobody was told ${kind}`,
        (letter) => letter,
      ),
    ),
    ...told.map(({ kind }) =>
      each(
        'E1',
        house.mails.filter((row) => row.kind === kind),
        ({ key }) => !reached.get(kind)?.has(key) && `${kind} was told and never happened`,
        ({ key }) => key,
      ),
    ),
    each(
      'E1',
      house.mails.filter(({ kind }) => kind === 'cancelled'),
      ({ key }) => !refunded.has(key) && !cancelled.has(key) && 'cancelled was told and never happened',
      ({ key }) => key,
    ),
    each(
      'E1',
      refunded,
      (letter) => !has.has(`cancelled ${letter}`) && 'nobody was told of the money given back',
      (letter) => letter,
    ),
  )
}

/** Messages that arrived more than once: allowed, counted. */
export const doubledMails = (mails: { messageId: string }[]): number =>
  mails.length - new Set(mails.map(({ messageId }) => messageId)).size
