import { checkAddress } from '@lacre/letter/address/address.ts'
import * as calls from '@lacre/letter/address/book-calls.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../http/app.ts'
import { bearerSecurity, type SignedIn } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import { atOnce, takeBytes } from '../http/limits.ts'
import { spellings } from '../http/pages.ts'
import { createConcurrencyLimit } from '../http/semaphore.ts'
import {
  type Book,
  type BookDeps,
  bytesKept,
  changeBook,
  keepEntry,
  mostEntries,
  openBook,
  withoutEntry,
} from './address-book.ts'
import type { World } from '../world.ts'
import { requireAccount } from '../accounts/sessions.ts'

const changed = 'Esta dirección se ha cambiado en otro equipo. Revísela y vuelva a guardar.'
const full = `Su libreta tiene ya ${mostEntries} direcciones. Quite alguna para añadir otra.`

const byName = new Intl.Collator('es')
const tags = ['direcciones']

/** Names travel in bodies only (design.md#letters-are-secret). Nobody else's book exists. */
export function addressBookRoutes(app: App, deps: BookDeps & Pick<World, 'limits'>): void {
  const { limits } = deps
  const limitConcurrency = createConcurrencyLimit(atOnce.addressesOfAccount)
  async function takeChange(request: FastifyRequest): Promise<SignedIn> {
    const person = await requireAccount(deps, request)
    await limits.addresses.take(person.accountId)
    await takeBytes(limits, 'book', person, await bytesKept(deps.db, person.accountId))
    return person
  }
  const common = { tags, security: bearerSecurity }

  const listing = {
    ...common,
    response: { 200: calls.addressBook },
    operationId: 'listAddresses',
    summary: 'Su libreta de direcciones',
  }
  for (const { url, hide } of spellings('/addresses'))
    app.get(url, { schema: { ...listing, hide } }, async (request) => {
      const { accountId } = await requireAccount(deps, request)
      await limits.addresses.take(accountId)
      const { entries } = await limitConcurrency(accountId, () => openBook(deps, accountId))
      return { entries: entries.toSorted((a, b) => byName.compare(a.address.name, b.address.name)) }
    })

  const keeping = {
    ...common,
    params: calls.entryId,
    body: calls.keepEntryBody,
    response: { 200: calls.bookEntry, 409: calls.entryConflict },
    operationId: 'keepAddress',
    summary: 'Guarda una dirección; 409 con la otra si alguien la ha cambiado',
  }
  app.put('/addresses/:id', { schema: keeping }, async (request, reply) => {
    const { accountId } = await takeChange(request)
    const { id } = request.params
    const lacks = Object.values(checkAddress(request.body.address)).join('. ')
    if (lacks) throw new Failure(422, `Complete la dirección. ${lacks}.`, 'address-incomplete')
    const kept = await limitConcurrency(accountId, () => keepEntry(deps, accountId, { id, ...request.body }))
    if (kept === 'full') throw new Failure(422, full, 'address-book-full')
    if ('changedTo' in kept)
      return reply.code(409).send({ detail: changed, code: 'address-changed', entry: kept.changedTo })
    return kept
  })

  const removing = {
    ...common,
    params: calls.entryId,
    response: { 204: z.undefined() },
    operationId: 'removeAddress',
    summary: 'Quita una dirección',
  }
  app.delete('/addresses/:id', { schema: removing }, async (request, reply) => {
    const { accountId } = await takeChange(request)
    const remove = (book: Book) => withoutEntry(book, request.params.id)
    await limitConcurrency(accountId, () => changeBook(deps, accountId, remove))
    return reply.code(204).send(undefined)
  })
}
