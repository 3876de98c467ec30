import { setTimeout as pause } from 'node:timers/promises'
import { joinAddress } from '@lacre/letter/address/join.ts'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/samples.ts'
import { earlier, milliseconds, minutes } from '@lacre/letter/duration.ts'
import type { State } from '@lacre/letter/journey.ts'
import { wireActions } from '../actions.ts'
import { createApp } from '../app.ts'
import { choresOf } from '../chores.ts'
import type { App } from '../http/app.ts'
import { unpaidFor } from '../letters/ending/expire-unpaid.ts'
import { verifiedAccount } from '../accounts/claims/accounts-table.ts'
import { addOperator } from '../operators/commands.ts'
import { openServerDatabase, openWorld } from '../open-world.ts'
import type { Settings } from '../settings.ts'
import { createTypesetter } from '../typesetting/pool/pool.ts'
import type { World } from '../world.ts'
import type { CommandResult } from '../ports.ts'

const operator = { email: 'imprenta@ejemplo.test', password: 'lluvia sobre el tejado', name: 'Olga Marín' }
const senders = ['begona@ejemplo.test', 'tomas@ejemplo.test', 'ines@ejemplo.test']
const goodCard = '4242424242424242'
const [mostTries, betweenTries] = [300, milliseconds(100)]
const disputedCard = '4000000000000259'

/**
 * `seed`: people and letters for whoever works on the product, by the product's own calls, in the sandbox only. It goes
 * only into a database without accounts, so nothing is there twice.
 */
export async function seed(settings: Settings): Promise<CommandResult> {
  if (settings.mode !== 'sandbox') return trouble('Solo en modo de pruebas: no se ha añadido nada.')
  const database = await openServerDatabase(settings, { keepAdopted: true })
  const typesetter = createTypesetter({ size: 1 })
  try {
    const used = await database.db.selectFrom('account').select('id').limit(1).executeTakeFirst()
    if (used) return trouble('Aquí ya hay cuentas: no se ha añadido nada.')
    // Nobody is there to solve the puzzle of the registration.
    const captcha = { verify: () => Promise.resolve(true) }
    // Whoever fills a sandbox wants its passwords, not its log.
    const quiet: Settings = { ...settings, logLevel: 'warn' }
    await fill({ ...openWorld(quiet, database), typesetter, captcha })
  } finally {
    await typesetter.close()
    await database.close()
  }
  const says = [
    'Cartas en todos los estados, una tanda cerrada, una impresa, una enviada y lo que espera a la siguiente.',
    `Imprenta: ${operator.email} · ${operator.password}`,
    `Quienes escriben (entran con el botón de pruebas): ${senders.join(', ')}`,
  ]
  return { says: says.join('\n'), trouble: false }
}

const trouble = (says: string): CommandResult => ({ says, trouble: true })

async function until(happened: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await happened()); tries++) {
    if (tries === mostTries) throw new Error('the sandbox does not come to an end')
    await pause(betweenTries)
  }
}

type Call = <Answer>(method: 'GET' | 'POST', url: string, body?: object, token?: string) => Promise<Answer>

function callsOf(app: App): Call {
  return async <Answer>(method: 'GET' | 'POST', url: string, body?: object, token?: string) => {
    const headers = { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) })
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json<Answer>()
  }
}

async function signIn(call: Call, email: string): Promise<string> {
  const { credential } = await call<{ credential: string }>('POST', '/sandbox/social/credential', { email })
  return (await call<{ access_token: string }>('POST', '/auth/google/login', { token: credential }))
    .access_token
}

function freeze(call: Call, token: string, about: string): Promise<{ id: string }> {
  const destinationAddress = { ...sampleRecipient, name: 'Concepción Muñoz Peñalver' }
  return call(
    'POST',
    '/letters/',
    {
      content: `<p>Querida Concepción:</p><p>${about}</p><p>Un abrazo.</p>`,
      origin: joinAddress(sampleSender),
      destination: joinAddress(destinationAddress),
      originAddress: sampleSender,
      destinationAddress,
    },
    token,
  )
}

async function fill(world: World): Promise<void> {
  const actions = wireActions(world)
  const app = await createApp(world, actions)
  const chores = choresOf(world, actions, app)
  const run = async (name: string) => {
    while ((await chores.find((chore) => chore.name === name)?.run()) ?? 0);
  }
  const call = callsOf(app)
  try {
    await freezeLongAgo(world)
    await run('expire-unpaid')

    const session = await enterPrintRoom(call, run, world)
    const print = <Answer>(path: string, body: object = {}) =>
      call<Answer>('POST', `/print-room/${path}`, body, session)
    async function printBatch(batch: string) {
      const headers = { host: 'localhost', authorization: `Bearer ${session}` }
      await app.inject({ url: `/print-room/batches/${batch}/pdf`, headers })
      await print(`batches/${batch}/printed`)
    }
    const tokens = await Promise.all(senders.map((email) => signIn(call, email)))
    let written = 0
    async function pay(about: string, card = goodCard): Promise<string> {
      const token = tokens[written++ % tokens.length]!
      const { id } = await freeze(call, token, about)
      const intent = { letter_id: id }
      const paying = await call<{ clientSecret: string }>(
        'POST',
        '/stripe/create-payment-intent',
        intent,
        token,
      )
      await call('POST', '/sandbox/cards/confirm', { client_secret: paying.clientSecret, card }, token)
      // A server at work beside may have taken the news and still be busy with it.
      await until(async () => {
        await run('sandbox-events')
        return (await call<{ state: State }>('GET', `/letters/${id}`, undefined, token)).state !== 'frozen'
      })
      return id
    }
    const closeBatch = async () =>
      (await print<{ batches: { batch: string }[] }>('batches')).batches[0]!.batch

    const returned = await pay('El limonero ha vuelto a dar.')
    await pay('Ayer vimos el mar desde el faro.')
    const posted = await closeBatch()
    await printBatch(posted)
    await print(`batches/${posted}/posted`)
    await print(`letters/${returned}/returned`, { reason: 'no-reason' })

    await pay('Los niños preguntan por ti.')
    await printBatch(await closeBatch())

    await pay('Te guardo las primeras uvas.')
    await closeBatch()

    await pay('En casa todo sigue en su sitio.')
    await pay('Escríbeme cuando llegues.')
    await pay('Esta carta no la he pagado yo.', disputedCard)
    await freeze(call, tokens[0]!, 'La pagaré mañana.')
    const { id } = await freeze(call, tokens[1]!, 'Al final te llamaré por teléfono.')
    await call('POST', `/letters/${id}/cancel`, {}, tokens[1])
    await run('mail')
  } finally {
    await app.close()
  }
}

/** A letter that nobody paid in time. */
async function freezeLongAgo(world: World): Promise<void> {
  const clock = { ...world.clock, now: () => earlier(earlier(world.clock.now(), unpaidFor), minutes(1)) }
  const past = { ...world, clock }
  const app = await createApp(past, wireActions(past))
  const call = callsOf(app)
  await freeze(call, await signIn(call, senders[0]!), 'Se me olvidó pagarla.')
  await app.close()
}

/** Registers the operator, follows the link of the mail, and answers its session. */
async function enterPrintRoom(
  call: Call,
  run: (chore: string) => Promise<void>,
  { database: { db }, clock }: World,
) {
  const { email, password, name } = operator
  await call('POST', '/auth/register', { email, password, recaptcha_token: 'seed' })
  let token: string | undefined
  await until(async () => {
    await run('account-links')
    await run('mail')
    const mails = await call<{ to: string; text: string }[]>('GET', '/sandbox/mailbox.json')
    token = /token=([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1]
    return token !== undefined
  })
  await call('POST', '/auth/verify-email', { token })
  await addOperator({ db, clock, verifiedAccount }, { email, name, isSupervisor: true, by: 'seed' })
  return (await call<{ access_token: string }>('POST', '/auth/login', { email, password })).access_token
}
