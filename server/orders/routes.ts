import * as calls from '@lacre/letter/calls.ts'
import { postingDay } from '@lacre/letter/days.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import { z } from 'zod'
import type { App } from '../http/app.ts'
import { ownCall } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import { spellings } from '../http/pages.ts'
import { atOnce } from '../http/limits.ts'
import { createConcurrencyLimit } from '../http/semaphore.ts'
import { attachment, fileOf, type ReadDocument } from '../http/streams.ts'
import type { FreezeDeps } from './freeze.ts'
import { findOwn } from '../letters/letters-table.ts'
import { reportReturn } from './came-back.ts'
import { changeDay, cancelLetter, cancelOrder } from './cancel.ts'
import { createTakeSpace, storedPdf } from '../letters/stored.ts'
import { sendAgain } from './again.ts'
import {
  badCursor,
  failureOfAgain,
  failureOfCameBack,
  failureOfCancel,
  failureOfDay,
  failureOfFreeze,
  noSuchLetter,
} from './failures.ts'
import { freezeRoute } from './freeze-route.ts'
import { letterDetail } from './letter-detail.ts'
import { listLetters, readOrder, type SummariesDeps } from './my-letters.ts'
import { previewRoute } from './preview-route.ts'
import { requireAccount } from '../accounts/sessions.ts'
import type { World } from '../world.ts'

type LettersDeps = Omit<FreezeDeps, 'limit' | 'takeSpace'> & { readDocument: ReadDocument }

const own = ownCall('cartas')

/** Enviar, its preview and `Mis cartas`. Another account's letter is a 404. */
export function lettersRoutes(app: App, deps: LettersDeps): void {
  const { readDocument } = deps
  freezeRoute(app, deps)
  againRoute(app, deps)
  previewRoute(app, deps)

  const listing = {
    ...own('listLetters', 'Sus cartas, las últimas primero'),
    querystring: z.object({ cursor: z.string().max(200).optional() }),
    response: { 200: calls.letterPage },
  }
  for (const { url, hide } of spellings('/letters'))
    app.get(url, { schema: { ...listing, hide } }, async (request) => {
      const { accountId } = await requireAccount(deps, request, 'paid-claim')
      const page = await listLetters(deps, accountId, request.query)
      if (page === 'bad-cursor') throw badCursor()
      return page
    })
  searchRoute(app, deps)
  orderRoute(app, deps)

  async function findLetter(accountId: string, id: string) {
    const letter = await letterDetail(deps, accountId, id)
    if (!letter) throw noSuchLetter()
    return letter
  }
  const lengthOf = ({ content }: calls.LetterDetail) => content.length

  const params = calls.letterId
  const detail = { params, response: { 200: calls.letterDetail } }
  app.get('/letters/:id', { schema: { ...own('readLetter', 'Una carta'), ...detail } }, async (request) => {
    const { accountId } = await requireAccount(deps, request, 'paid-claim')
    return readDocument(accountId, () => findLetter(accountId, request.params.id), lengthOf)
  })

  const pages = {
    ...own('readLetterPdf', 'Las páginas que se imprimen, en PDF'),
    params,
    response: { 200: fileOf('application/pdf') },
  }
  app.get('/letters/:id/pdf', { schema: pages }, async (request, reply) => {
    const { accountId } = await requireAccount(deps, request, 'paid-claim')
    const { hash, pdf } = await readDocument(
      accountId,
      async () => {
        const letter = await findOwn(deps.db, accountId, request.params.id)
        const pdf = letter && (await storedPdf(deps, letter))
        if (!pdf) throw noSuchLetter()
        return { hash: letter.pdf_sha256, pdf }
      },
      ({ pdf }) => pdf.length,
    )
    return attachment(reply, 'application/pdf', `carta-${shortHash(hash)}.pdf`).send(pdf)
  })

  const cancelling = { ...own('cancelLetter', 'Cancela una carta y devuelve el dinero'), ...detail }
  app.post('/letters/:id/cancel', { schema: cancelling }, async (request) => {
    const account = await requireAccount(deps, request, 'paid-claim')
    const outcome = await cancelLetter(deps, account, request.params.id)
    if (outcome !== 'cancelled') throw failureOfCancel(outcome)
    return findLetter(account.accountId, request.params.id)
  })

  const comingBack = {
    ...own('letterCameBack', 'Dice que una carta le ha vuelto, para enviarla otra vez'),
    ...detail,
  }
  app.post('/letters/:id/came-back', { schema: comingBack }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    const outcome = await reportReturn(deps, accountId, request.params.id)
    if (outcome !== 'returned') throw failureOfCameBack(outcome)
    return findLetter(accountId, request.params.id)
  })

  const ofDay = {
    ...own('changePostingDay', 'Cambia el día en que sale una carta'),
    ...detail,
    body: calls.changeDayBody,
  }
  app.post('/letters/:id/day', { schema: ofDay }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    const { id } = request.params
    // Unlike a cancellation this can be repeated, so a full `readDocument` must refuse before the change.
    const changeAndFind = async () => {
      const outcome = await changeDay(deps, accountId, id, postingDay(request.body.postOn))
      if (typeof outcome !== 'string') throw failureOfFreeze(outcome)
      if (outcome !== 'changed') throw failureOfDay(outcome)
      return findLetter(accountId, id)
    }
    return readDocument(accountId, changeAndFind, lengthOf)
  })
}

/** By POST: a recipient's name in a URL would stay in logs (design/privacy.md#letters-are-secret). */
function searchRoute(app: App, deps: SummariesDeps & Pick<World, 'limits'>): void {
  const limitConcurrency = createConcurrencyLimit(atOnce.searchesOfAccount)
  const schema = {
    ...own('searchLetters', 'Busca entre sus cartas'),
    body: calls.searchLettersBody,
    response: { 200: calls.letterPage },
  }
  app.post('/letters/search', { schema }, async (request) => {
    const { accountId } = await requireAccount(deps, request, 'paid-claim')
    await deps.limits.searches.take(accountId)
    const page = await limitConcurrency(accountId, () => listLetters(deps, accountId, request.body))
    if (page === 'bad-cursor') throw badCursor()
    return page
  })
}

const noSuchOrder = () => new Failure(404, 'No existe este pedido.', 'not-found')

/** Letters begun together, to be paid together from Mis cartas (design/money.md#orders). */
function orderRoute(app: App, deps: Omit<FreezeDeps, 'limit' | 'takeSpace'>): void {
  const schema = {
    ...own('readOrder', 'Las cartas de un pedido'),
    params: calls.letterId,
    response: { 200: calls.order },
  }
  async function findOrder(accountId: string, id: string) {
    const order = await readOrder(deps, accountId, id)
    if (!order) throw noSuchOrder()
    return order
  }
  app.get('/orders/:id', { schema }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    return findOrder(accountId, request.params.id)
  })

  const cancelling = { ...schema, ...own('cancelOrder', 'Cancela lo que se pueda de un pedido') }
  app.post('/orders/:id/cancel', { schema: cancelling }, async (request) => {
    const account = await requireAccount(deps, request, 'paid-claim')
    const outcome = await cancelOrder(deps, account, request.params.id)
    if (outcome === 'not-found') throw noSuchOrder()
    if (outcome !== 'cancelled') throw failureOfCancel(outcome)
    return findOrder(account.accountId, request.params.id)
  })
}

/** POST /letters/:id/again: a letter that came back goes out once more (design/letter.md#came-back). */
function againRoute(app: App, deps: Omit<FreezeDeps, 'limit' | 'takeSpace'>): void {
  const limitConcurrency = createConcurrencyLimit(atOnce.againOfAccount)
  const schema = {
    ...own('sendLetterAgain', 'Prepara otra vez una carta devuelta, con la dirección corregida'),
    params: calls.letterId,
    body: calls.sendAgainBody,
    response: { 200: calls.createdLetter },
  }
  app.post('/letters/:id/again', { schema }, async (request) => {
    const account = await requireAccount(deps, request)
    const takeSpace = createTakeSpace(deps, account)
    const made = await limitConcurrency(account.accountId, () =>
      sendAgain(
        { ...deps, limit: deps.limits.lettersAgain, takeSpace },
        account.accountId,
        request.params.id,
        request.body,
      ),
    )
    if (made === 'unavailable') throw failureOfFreeze(made)
    if (typeof made === 'string') throw failureOfAgain(made)
    if ('code' in made) throw failureOfFreeze(made)
    return made
  })
}
