import { joinAddress } from './address/join.ts'
import { sampleRecipient, sampleSender } from './address/samples.ts'

/** What the description of the calls shows; each call's example stands beside its schema. */
export const somebody = { email: 'ana@ejemplo.test', password: 'lluvia sobre el tejado' }
export const someId = '3f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4'
export const someSecret = 'Jm3xZ0kq8V1uYtN5wRfLbC7dPsA2hGeX'
export const someReason = 'Comprobado por teléfono con la imprenta.'
const origin = joinAddress(sampleSender)
const destination = joinAddress(sampleRecipient)
export const someLetter = { content: '<p>Querido Antonio:</p><p>Te escribo…</p>', origin, destination }
