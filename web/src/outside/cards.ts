import type { Config } from '@lacre/letter/calls.ts'
import type { Cards } from './card-form.ts'

/** Each provider is a chunk, loaded only for a payment. @throws when it does not load */
export async function openCards({ kind, publishableKey, methods }: Config['cards']): Promise<Cards> {
  if (kind === 'sandbox') return (await import('./cards-sandbox.tsx')).sandboxCards(methods)
  if (!publishableKey) throw new Error('the card provider has no publishable key')
  return (await import('./cards-stripe.tsx')).stripeCards(publishableKey, methods)
}
