import { joinAddress, sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Tables } from '../server/database/tables.ts'
import { renderPreview } from '../server/orders/preview-route.ts'
import { systemClock } from '../server/outside/clock.ts'
import type { Typesetter } from '../server/typesetting/typesetter.ts'

/** Answers every question with no rows: the prices are the first ones. */
const withoutPrices = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The preview of this HTML between the sample addresses, from the call's body to its answer. */
export async function previewSample(typesetter: Typesetter, content: string) {
  const answer = await renderPreview(
    {
      typesetter,
      clock: systemClock,
      closedDays: [],
      publicUrl: new URL('http://localhost:3000'),
      db: withoutPrices,
    },
    Buffer.from(
      JSON.stringify({
        content,
        origin: joinAddress(sampleSender),
        destination: joinAddress(sampleRecipient),
        originAddress: sampleSender,
        destinationAddress: sampleRecipient,
      }),
    ),
  )
  if (typeof answer === 'string') throw new Error(`the typesetter gave no pages: ${answer}`)
  return answer
}
