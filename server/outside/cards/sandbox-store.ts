import type { Db, Tx } from '../../database/tables.ts'
import type { Random } from '../random.ts'
import type { Clock } from '../clock.ts'

/** What the stand-in of the card provider lives in: books of its own in `sandbox_card_*`, in transactions of its own. */
export type SandboxDeps = { db: Db; clock: Clock; random: Random }
/** One request being answered. */
export type SandboxContext = Omit<SandboxDeps, 'db'> & { tx: Tx }

export type Answer = { status: number; body: Record<string, unknown> }

export type IntentStatus =
  'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
/** The provider's own names: this is what the SDK reads. */
export type SandboxIntent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: IntentStatus
  client_secret: string
  created: number
  metadata: Record<string, string>
  allowed_payment_method_types: string[]
  latest_charge: string | null
  last_payment_error: Record<string, string> | null
  next_action: { type: string } | null
  livemode: false
  /** Not the provider's: what will become of its refunds. */
  refunds_end: 'refund-late' | 'refund-fails' | null
  /** Not the provider's: what it becomes by itself, and when. Any other change comes before that. */
  ends: { at: number; change: Partial<SandboxIntent> } | null
}

export const newId = (random: Random, prefix: string) => `${prefix}_${random.bytes(12).toString('hex')}`
export const nowInSeconds = (clock: Clock) => Math.floor(clock.now().getTime() / 1000)

export const refuse = (status: number, error: Record<string, unknown>): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', ...error } },
})
export const missing = (what: string) => refuse(404, { code: 'resource_missing', message: `No such ${what}` })

export const listOf = (data: object[], has_more = false) => ({ object: 'list', has_more, data })

/** Of a list with the newest first: what was made since then, a page of it. */
export function pageOf(all: { id: string; created: number }[], query: URLSearchParams): Answer {
  const limit = Math.min(100, Number(query.get('limit') ?? 10))
  const since = Number(query.get('created[gte]') ?? 0)
  const from = all.findIndex(({ id }) => id === query.get('starting_after')) + 1
  const data = all.filter(({ created }, index) => created >= since && index >= from)
  return { status: 200, body: listOf(data.slice(0, limit), data.length > limit) }
}

/** `metadata[letter_id]=…` as the object it stands for. */
export const metadataOf = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
      return key ? [[key, value]] : []
    }),
  )

/** As it is by now. */
export const intentOf = ({ clock }: Pick<SandboxContext, 'clock'>, body: unknown): SandboxIntent => {
  const intent = body as SandboxIntent
  return intent.ends && intent.ends.at <= nowInSeconds(clock)
    ? { ...intent, ...intent.ends.change, ends: null }
    : intent
}

export async function readIntent(context: SandboxContext, id: string): Promise<SandboxIntent | undefined> {
  const row = await context.tx
    .selectFrom('sandbox_card_intent')
    .select('body')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && intentOf(context, row.body)
}

export async function changeIntent(tx: Tx, intent: SandboxIntent, change: Partial<SandboxIntent>) {
  const changed = { ...intent, ends: null, ...change }
  await tx
    .updateTable('sandbox_card_intent')
    .set({ body: JSON.stringify(changed) })
    .where('id', '=', intent.id)
    .execute()
  return changed
}
