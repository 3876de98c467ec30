import { deleteAccountBody } from '@lacre/letter/accounts/calls.ts'
import { message } from '@lacre/letter/calls.ts'
import { durationWords } from '@lacre/letter/words.ts'
import {
  eraseAccount,
  type EraseRefusal,
  type Erasers,
  type ProofRefusal,
  proveOwner,
  signedInRecently,
} from '../accounts/erase.ts'
import { requireAccount, visitorOf } from '../accounts/sessions.ts'
import type { TryDeps } from '../accounts/sign-in.ts'
import type { App } from '../http/app.ts'
import { bearerOf, bearerSecurity } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import { eraseBook } from '../orders/address-book.ts'
import { eraseDrafts } from '../orders/drafts-table.ts'
import type { EraseContents } from '../ports.ts'

export const eraseContents: EraseContents = async (tx, accountIds) => {
  for (const id of accountIds) {
    await eraseDrafts(tx, id)
    await eraseBook(tx, id)
  }
}

const answers = {
  'password-wrong': [403, 'La contraseña no es correcta. No hemos borrado nada.'],
  'sign-in-too-old': [
    403,
    `Por seguridad, cierre la sesión, vuelva a entrar y borre la cuenta antes de que pasen ${durationWords(signedInRecently)}.`,
  ],
  'payment-unknown': [
    503,
    'No hemos podido comprobar el pago de una de sus cartas, así que todavía no borramos nada. Inténtelo de nuevo en unos minutos.',
  ],
  unpaid: [409, 'Acaba de preparar una carta. Espere un momento y vuelva a intentarlo.'],
  paid: [
    409,
    'Tiene alguna carta pagada que todavía no se ha impreso. Cancélela en «Mis cartas» y le devolveremos el dinero, o espere a que esté en camino.',
  ],
  'in-print': [
    409,
    'Tiene alguna carta en la imprenta. Podrá borrar su cuenta en cuanto esté en camino; le avisaremos por correo electrónico.',
  ],
  'in-doubt': [
    409,
    'Estamos revisando una de sus cartas y le escribiremos. Podrá borrar su cuenta cuando esté resuelto.',
  ],
} as const satisfies Record<ProofRefusal | EraseRefusal, readonly [status: number, detail: string]>

const refusal = (code: keyof typeof answers) => new Failure(answers[code][0], answers[code][1], code)

/** DELETE /account: by oneself, at once (design.md#letters-are-forgotten). */
export function eraseRoute(app: App, deps: TryDeps & { erasers: Erasers }): void {
  const schema = {
    body: deleteAccountBody,
    response: { 200: message },
    operationId: 'deleteAccount',
    summary: 'Borra la cuenta propia y el contenido de sus cartas',
    tags: ['cuentas'],
    security: bearerSecurity,
  }
  app.delete('/account', { schema }, async (request) => {
    const account = await requireAccount(deps, request)
    await deps.limits.erasures.take(account.accountId)
    const { password } = request.body
    const given = { ...account, token: bearerOf(request), password }
    const proof = await proveOwner(deps, given, visitorOf(request))
    if (proof !== 'proven') throw refusal(proof)
    const outcome = await eraseAccount({ db: deps.db, ...deps.erasers }, account)
    if (outcome !== 'erased') throw refusal(outcome)
    return { message: 'Su cuenta se ha borrado.' }
  })
}
