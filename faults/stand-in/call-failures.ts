/** The provider's own failure of a call: its work is done, or it is not. Stored with the idempotency key. */
export type OwnFailure = 'failed-before' | 'failed-after'
/** 'busy': another call with this idempotency key is under way. */
export type AnsweredFailure = OwnFailure | 'busy'
/** What a call to the card provider may meet. */
export type CallFailure = AnsweredFailure | 'request-lost' | 'response-lost'

/** Shares of the calls, from 0 to 1. */
export type CallFailures = Record<CallFailure, number>
export const noCallFailures: CallFailures = {
  'request-lost': 0,
  'response-lost': 0,
  busy: 0,
  'failed-before': 0,
  'failed-after': 0,
}
export const someCallFailures: CallFailures = {
  'request-lost': 0.02,
  'response-lost': 0.03,
  busy: 0.02,
  'failed-before': 0.01,
  'failed-after': 0.02,
}
export const callFailures = Object.keys(noCallFailures) as CallFailure[]
