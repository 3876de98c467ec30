import * as calls from '@lacre/letter/print-room/console-calls.ts'
import { idParams, noteBody } from '@lacre/letter/print-room/calls.ts'
import type { App } from '../http/app.ts'
import type { ActingOperator } from '../http/bearer.ts'
import { call } from './call.ts'
import type { ConsoleDeps } from './deps.ts'
import { refusal, type Refusal } from './failures.ts'
import { figuresOf } from './office/figures.ts'
import { setCustomerDisabled, verifyCustomerAgain } from './office/change-customer.ts'
import { customerOf, findCustomers } from './office/find-customer.ts'

/** Whoever writes to us or calls, what may be done for them; and the figures. */
export function officeRoutes(app: App, deps: ConsoleDeps): void {
  const { requireOperator } = deps
  // In a body: an e-mail address stands in no address (design.md#letters-are-secret).
  const finding = {
    ...call('findCustomers', 'Busca un cliente'),
    body: calls.findCustomersBody,
    response: { 200: calls.foundCustomers },
  }
  app.post('/print-room/customers', { schema: finding }, async (request) => {
    const operator = await requireOperator(request)
    return { customers: await findCustomers(deps, request.body.find, operator) }
  })

  const acting = { params: idParams, response: { 200: calls.customer } }
  for (const [name, operationId, summary] of [
    ['disable', 'disableCustomer', 'Desactiva una cuenta'],
    ['enable', 'enableCustomer', 'Vuelve a activar una cuenta'],
  ] as const)
    app.post(
      `/print-room/customers/:id/${name}`,
      { schema: { ...call(operationId, summary), ...acting, body: noteBody } },
      async (request) => {
        const operator = await requireOperator(request, 'recent')
        const { id } = request.params
        const act = { note: request.body.note, operator, disable: name === 'disable' }
        return answer(id, operator, await setCustomerDisabled(deps, id, act))
      },
    )
  const verifying = {
    ...call('verifyCustomer', 'Envía otra vez el enlace de verificación'),
    ...acting,
    body: calls.noBody,
  }
  app.post('/print-room/customers/:id/verify', { schema: verifying }, async (request) => {
    const operator = await requireOperator(request)
    const { id } = request.params
    return answer(id, operator, await verifyCustomerAgain(deps, id, operator))
  })

  const counting = {
    ...call('readFigures', 'Las cifras de un día y de su mes'),
    querystring: calls.figuresQuery,
    response: { 200: calls.figuresOfDay },
  }
  app.get('/print-room/figures', { schema: counting }, async (request) => {
    await requireOperator(request)
    return await figuresOf(deps, request.query.day)
  })

  async function answer(id: string, operator: ActingOperator, outcome: 'changed' | Refusal) {
    if (outcome !== 'changed') throw refusal(outcome)
    const customer = await customerOf(deps, id, operator)
    if (!customer) throw refusal('customer-unchanged')
    return customer
  }
}
