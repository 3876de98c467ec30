import type { PaidTogether } from '../../ports.ts'

/** In the order in which they are named. */
export const paidTogether: PaidTogether = async (tx, letterIds) => {
  if (!letterIds.length) return []
  const paid = await tx
    .selectFrom('payment')
    .select(['letter_id', 'idempotency_key'])
    .where('letter_id', 'in', letterIds)
    .where('paid_at', 'is not', null)
    .execute()
  const orderOf = new Map(paid.map(({ letter_id, idempotency_key }) => [letter_id, idempotency_key]))
  const orders = [...Map.groupBy(letterIds, (id) => orderOf.get(id) ?? id).values()]
  return orders.map(([letterId = '', ...others]) => ({
    letterId,
    ...(others.length && { others: JSON.stringify(others) }),
  }))
}
