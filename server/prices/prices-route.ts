import * as calls from '@lacre/letter/print-room/console-calls.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity, type RequireOperator } from '../http/bearer.ts'
import type { Db } from '../database/tables.ts'
import { pricesWithAuthors } from './prices-table.ts'

/** What a letter has cost, costs and will cost, as operators see it. */
export function pricesRoute(
  app: App,
  { db, requireOperator }: { db: Db; requireOperator: RequireOperator },
): void {
  const schema = {
    response: { 200: calls.datedPrices },
    operationId: 'listPrices',
    summary: 'Los precios, y desde qué día vale cada uno',
    tags: ['oficina'],
    security: bearerSecurity,
  }
  app.get('/print-room/prices', { schema }, async (request) => {
    await requireOperator(request)
    return { prices: await pricesWithAuthors(db) }
  })
}
