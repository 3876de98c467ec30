import { config, type Config } from '@lacre/letter/calls.ts'
import type { PriceRow } from '@lacre/letter/price/price.ts'
import type { Settings } from '../settings.ts'
import type { App } from './app.ts'

/** What the browser must know of the providers and prices; nothing of it is secret. */
export function configRoute(app: App, settings: Settings, allPrices: () => Promise<PriceRow[]>) {
  const answer = configOf(settings)
  const schema = {
    response: { 200: config },
    operationId: 'readConfig',
    summary: 'Qué proveedores usa este servidor',
    tags: ['servidor'],
  }
  app.get('/config', { schema }, async (_request, reply) => {
    void reply.header('cache-control', 'no-cache')
    return { ...answer, prices: await allPrices() }
  })
}

function configOf({
  mode,
  cards,
  paymentMethods,
  google,
  recaptcha,
  operator,
  printColour,
  postAhead,
  closedDays,
  cutOff,
}: Settings): Omit<Config, 'prices'> {
  return {
    mode,
    cards: {
      ...(cards
        ? { kind: 'stripe' as const, publishableKey: cards.publishableKey }
        : { kind: 'sandbox' as const }),
      methods: paymentMethods,
    },
    social: google
      ? { kind: 'google', clientId: google.clientId }
      : { kind: mode === 'sandbox' ? 'sandbox' : 'none' },
    captcha: recaptcha ? { kind: 'recaptcha', siteKey: recaptcha.siteKey } : { kind: 'altcha' },
    operator,
    printColour,
    postAhead,
    closedDays: [...closedDays],
    cutOff: cutOff ? { hour: cutOff.hour, minute: cutOff.minute } : null,
  }
}
