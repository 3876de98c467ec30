import * as calls from '@lacre/letter/calls.ts'
import { postingDay } from '@lacre/letter/days.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import { z } from 'zod'
import type { App } from '../http/app.ts'
import { attachment, fileOf } from '../http/answers/attachment.ts'
import type { ReadDocument } from '../http/answers/read-documents.ts'
import { bearerSecurity, type RequireAccount } from '../http/bearer.ts'
import type { Limits } from '../http/limits.ts'
import { spellings } from '../http/spellings.ts'
import { againRoute } from './again-route.ts'
import { cancelLetter, type CancelDeps } from './ending/cancel-letter.ts'
import { badCursor, failureOfCancel, failureOfDay, failureOfFreeze, noSuchLetter } from './failures.ts'
import type { FreezeDeps } from './freeze/freeze-letter.ts'
import { freezeRoute, type BytesOfDraft, type ContentOfDraft } from './freeze-route.ts'
import { letterDetail, type DetailDeps } from './mine/letter-detail.ts'
import { findOwn } from './stored/letters-table.ts'
import { listLetters } from './mine/list-letters.ts'
import { changeDay } from './posting/change-day.ts'
import { orderRoute } from './order-route.ts'
import { previewRoute } from './preview-route.ts'
import { searchRoute } from './search-route.ts'
import { storedPdf } from './stored/stored-pdf.ts'

export type LettersDeps = Omit<FreezeDeps, 'limit' | 'takeSpace'> &
  CancelDeps &
  DetailDeps & {
    requireAccount: RequireAccount
    limits: Limits
    readDocument: ReadDocument
    contentOfDraft: ContentOfDraft
    bytesOfDraft: BytesOfDraft
  }

const tags = ['cartas']

/** Enviar, its preview and `Mis cartas`. A letter exists only for its sender: to everybody else it is a 404. */
export function lettersRoutes(app: App, deps: LettersDeps): void {
  const { requireAccount, readDocument } = deps
  freezeRoute(app, deps)
  againRoute(app, deps)
  previewRoute(app, deps)

  const listing = {
    querystring: z.object({ cursor: z.string().max(200).optional() }),
    response: { 200: calls.letterPage },
    operationId: 'listLetters',
    summary: 'Sus cartas, las últimas primero',
    tags,
    security: bearerSecurity,
  }
  for (const { url, hide } of spellings('/letters'))
    app.get(url, { schema: { ...listing, hide } }, async (request) => {
      const { accountId } = await requireAccount(request, 'paid-claim')
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

  const one = { params: calls.letterId, tags, security: bearerSecurity }
  const detail = { ...one, response: { 200: calls.letterDetail } }
  app.get(
    '/letters/:id',
    { schema: { ...detail, operationId: 'readLetter', summary: 'Una carta' } },
    async (request) => {
      const { accountId } = await requireAccount(request, 'paid-claim')
      return readDocument(accountId, () => findLetter(accountId, request.params.id), lengthOf)
    },
  )

  const pages = {
    ...one,
    response: { 200: fileOf('application/pdf') },
    operationId: 'readLetterPdf',
    summary: 'Las páginas que se imprimen, en PDF',
  }
  app.get('/letters/:id/pdf', { schema: pages }, async (request, reply) => {
    const { accountId } = await requireAccount(request, 'paid-claim')
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

  const cancelling = {
    ...detail,
    operationId: 'cancelLetter',
    summary: 'Cancela una carta y devuelve el dinero',
  }
  app.post('/letters/:id/cancel', { schema: cancelling }, async (request) => {
    const account = await requireAccount(request, 'paid-claim')
    const outcome = await cancelLetter(deps, account, request.params.id)
    if (outcome !== 'cancelled') throw failureOfCancel(outcome)
    return findLetter(account.accountId, request.params.id)
  })

  const ofDay = {
    ...detail,
    body: calls.changeDayBody,
    operationId: 'changePostingDay',
    summary: 'Cambia el día en que sale una carta',
  }
  app.post('/letters/:id/day', { schema: ofDay }, async (request) => {
    const { accountId } = await requireAccount(request)
    const { id } = request.params
    // As often as somebody likes, unlike a cancellation: a refusal must come before the change.
    const changeAndFind = async () => {
      const outcome = await changeDay(deps, accountId, id, postingDay(request.body.postOn))
      if (typeof outcome !== 'string') throw failureOfFreeze(outcome)
      if (outcome !== 'changed') throw failureOfDay(outcome)
      return findLetter(accountId, id)
    }
    return readDocument(accountId, changeAndFind, lengthOf)
  })
}
