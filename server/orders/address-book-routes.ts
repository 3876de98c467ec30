import { checkAddress } from '@lacre/letter/address/address.ts'
import * as calls from '@lacre/letter/address/book-calls.ts'
import { hours } from '@lacre/letter/days.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../http/app.ts'
import { bearerSecurity, type SignedIn } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import { createWriteBudget, megabyte, type WriteBudget } from '../http/limits.ts'
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
  const limit = deps.limits({ name: 'address-book', points: 1500, within: hours(1) })
  // Each call opens the whole book, and a change keeps it locked and seals it again.
  const limitConcurrency = createConcurrencyLimit({ perKey: 2 })
  const takeBytes = createWriteBudget(deps.limits, bookBudget)
  async function takeChange(request: FastifyRequest): Promise<SignedIn> {
    const person = await requireAccount(deps, request)
    await limit.take(person.accountId)
    await takeBytes(person, await bytesKept(deps.db, person.accountId))
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
      await limit.take(accountId)
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

/** Each change seals and writes the whole book (design.md#address-book). */
const bookBudget: WriteBudget = {
  name: 'address-book',
  unproven: { hourly: 64 * megabyte },
  proven: { hourly: 256 * megabyte },
  tooMuch: (wait) =>
    `Ha cambiado mucho su libreta en poco tiempo. No se ha guardado este cambio; vuelva a intentarlo dentro de ${wait}.`,
}
