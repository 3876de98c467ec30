import { madridDay, seconds } from '@lacre/letter/days.ts'
import { priceOn } from '@lacre/letter/price/price.ts'
import * as calls from '@lacre/letter/calls.ts'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { App } from '../http/app.ts'
import { signedIn, callerOf } from '../http/bearer.ts'
import { atOnce, bodyWithAccount, bodyWithoutAccount, limitTable, tooManyTries } from '../http/limits.ts'
import { Failure, unlessRefused } from '../http/failure.ts'
import { createConcurrencyLimit } from '../http/semaphore.ts'
import { tooBig } from './failures.ts'
import { allPrices } from '../letters/prices.ts'
import { isTrusted, createWorkBudget } from '../letters/turns.ts'
import { bytesOf, leaveUnread, explainTooLarge } from './freeze-route.ts'
import { requireAccount } from '../accounts/sessions.ts'
import { unreadable } from '../http/json-bodies.ts'
import type { Turn } from '../typesetting/typesetter.ts'
import type { World } from '../world.ts'

/** `publicUrl`: where reply codes lead. */
type PreviewDeps = Pick<World, 'db' | 'typesetter' | 'clock' | 'publicUrl' | 'closedDays'>

/**
 * Work of child processes per minute and network: six hundred previews of a page, or twenty of the heaviest pictures.
 */
const workPerMinute = seconds(20)

/**
 * POST /letters/preview, with or without an account; trusted accounts have priority. Calls are counted by address in
 * this process's memory only: a preview leaves no trace, and a limit lost at a restart does no harm.
 */
export function previewRoute(app: App, deps: PreviewDeps & Pick<World, 'limits'>): void {
  const concurrency = {
    ofAccount: createConcurrencyLimit({ ...atOnce.previewsOfAccount, refusal: busy }),
    trusted: createConcurrencyLimit({ ...atOnce.previewsTrusted, refusal: busy }),
    untrusted: createConcurrencyLimit({ ...atOnce.previewsUntrusted, refusal: busy }),
    withoutAccount: createConcurrencyLimit({ ...atOnce.previewsWithoutAccount, refusal: busy }),
  }
  const work = createWorkBudget(deps.clock, workPerMinute)
  const schema = {
    querystring: calls.previewQuery,
    body: calls.createLetterBody,
    response: { 200: calls.preview },
    operationId: 'previewLetter',
    summary: 'Las páginas de una carta tal y como se imprimirían; no guarda nada',
    tags: ['cartas'],
  }
  void app.register((scope, _options, done) => {
    const here = scope.withTypeProvider<ZodTypeProvider>()
    leaveUnread(here)
    here.route({
      method: 'POST',
      url: '/letters/preview',
      schema,
      bodyLimit: bodyWithAccount,
      /** Before the body is read, so that too many calls cost next to nothing. */
      async onRequest(request) {
        await deps.limits.previews.take(callerOf(request.ip))
        // An expired session counts as none: a preview needs none.
        const account = await requireAccount(deps, request).catch(unlessRefused)
        if (account) signedIn.set(request, account)
        else refuseHeavy(request)
      },
      errorHandler: explainTooLarge,
      async handler(request) {
        const account = signedIn.get(request)
        const network = callerOf(request.ip)
        const trusted = account && (await isTrusted(deps.db, account))
        const look = async () => {
          const turn = { network, isLater: () => !trusted, ...work.of(network) }
          const preview = await renderPreview(deps, bytesOf(request), turn)
          if (preview !== 'unavailable') return request.query.pdf ? withoutPdf(preview) : preview
          throw turn.isSpent() ? tooManyTries(work.secondsLeft(), limitTable.previews.refusal) : busy()
        }
        if (trusted) return concurrency.ofAccount(account.accountId, () => concurrency.trusted(network, look))
        return (account ? concurrency.untrusted : concurrency.withoutAccount)(network, look)
      },
    })
    done()
  })
}

/** @throws Failure 400 where the body is no letter. */
export async function renderPreview(
  { db, typesetter, clock, publicUrl, closedDays }: PreviewDeps,
  body: Uint8Array,
  turn?: Turn,
): Promise<calls.Preview | 'unavailable'> {
  const day = madridDay(clock.now())
  const { total } = priceOn(day, await allPrices(db))
  const pages = await typesetter.preview({ body, day, closed: closedDays, publicUrl: publicUrl.href }, turn)
  if (!('refused' in pages)) return { ...pages, total }
  if (pages.refused === 'unreadable') throw unreadable(pages.detail)
  return pages.refused
}

const withoutPdf = ({ paper, ...rest }: calls.Preview): calls.Preview => ({
  paper: paper && { ...paper, pdf: '' },
  ...rest,
})

function refuseHeavy({ headers }: FastifyRequest) {
  if (headers['transfer-encoding'] !== undefined)
    throw new Failure(411, 'La petición no dice cuánto ocupa.', 'length-required')
  if (Number(headers['content-length']) > bodyWithoutAccount) throw tooBig()
}

const busy = () =>
  new Failure(503, 'La vista previa está ocupada. Inténtelo de nuevo en un momento.', 'unavailable', {
    'retry-after': '1',
  })
