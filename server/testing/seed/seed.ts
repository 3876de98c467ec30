import { setTimeout as pause } from 'node:timers/promises'
import { joinAddress, sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { earlier, milliseconds, minutes } from '@lacre/letter/days.ts'
import type { ClosedBatch } from '@lacre/letter/print-room/calls.ts'
import type { TotpBegun } from '@lacre/letter/print-room/console-calls.ts'
import type { State } from '@lacre/letter/journey.ts'
import { unpaidFor } from '@lacre/letter/kept-for.ts'
import { createApp } from '../../app.ts'
import { choresOf } from '../../schedule.ts'
import type { App } from '../../http/app.ts'
import { codeAt } from '../../print-room/factors.ts'
import { openServerDatabase, openWorld } from '../../open-world.ts'
import { loadSettingsFile, readSettings, SettingsMistaken, type Settings } from '../../settings.ts'
import { startSentence } from '../../start-trouble.ts'
import { createTypesetter } from '../../typesetting/pool.ts'
import type { World } from '../../world.ts'
import type { CommandResult } from '../../operating/commands.ts'
import { addOperator, resetFactors } from '../../operating/account-commands.ts'

const operator = { email: 'imprenta@ejemplo.test', name: 'Olga Marín' }
const senders = ['begona@ejemplo.test', 'tomas@ejemplo.test', 'ines@ejemplo.test']
const goodCard = '4242424242424242'
const disputedCard = '4000000000000259'
const [mostTries, betweenTries] = [300, milliseconds(100)]

/**
 * `npm run seed`: people and letters for developers, by the product's own calls, in the sandbox only. It goes
 * only into a database without accounts, so nothing is there twice.
 */
async function seed(settings: Settings): Promise<CommandResult> {
  if (settings.mode !== 'sandbox') return trouble('Solo en modo de pruebas: no se ha añadido nada.')
  const database = await openServerDatabase(settings)
  const typesetter = createTypesetter({ size: 1 })
  try {
    const used = await database.db.selectFrom('account').select('id').limit(1).executeTakeFirst()
    if (used) return trouble('Aquí ya hay cuentas: no se ha añadido nada.')
    // Whoever fills a sandbox wants its addresses, not its log.
    await fill({ ...openWorld({ ...settings, logLevel: 'warn' }, database), typesetter })
  } finally {
    await typesetter.close()
    await database.close()
  }
  const says = [
    'Cartas en todos los estados, una tanda cerrada, una impresa, una enviada y lo que espera a la siguiente.',
    'Todos entran con el botón de pruebas.',
    `Imprenta: ${operator.email}`,
    `Quienes escriben: ${senders.join(', ')}`,
  ]
  return { says: says.join('\n'), trouble: false }
}

const trouble = (says: string): CommandResult => ({ says, trouble: true })

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

type Opened = Omit<World, 'log'>

async function fill(opened: Opened): Promise<void> {
  const { app, world } = await createApp(opened)
  const chores = choresOf(world, app)
  const run = async (name: string) => {
    while ((await chores.find((chore) => chore.name === name)?.run()) ?? 0);
  }
  const call = callsOf(app)
  try {
    await freezeLongAgo(world)
    await run('expire-unpaid')

    await signIn(call, operator.email)
    const made = await addOperator(world, { ...operator, isSupervisor: true, by: 'seed' })
    if (made.trouble) throw new Error(made.says)
    const session = await signIn(call, operator.email)
    const { secret } = await call<TotpBegun>('POST', '/operator/totp/options', {}, session)
    await call('POST', '/operator/totp', { code: codeAt(secret, world.clock.now()) }, session)
    const print = <Answer>(path: string, body: object = {}) =>
      call<Answer>('POST', `/print-room/${path}`, body, session)
    async function printBatch(batch: string) {
      const headers = { host: 'localhost', authorization: `Bearer ${session}` }
      const payload = { reason: 'print' }
      await app.inject({ method: 'POST', url: `/print-room/batches/${batch}/pdf`, headers, payload })
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
      for (let tries = 0; tries < mostTries; tries++) {
        await run('sandbox-events')
        const { state } = await call<{ state: State }>('GET', `/letters/${id}`, undefined, token)
        if (state !== 'frozen') return id
        await pause(betweenTries)
      }
      throw new Error('the payment does not arrive')
    }
    const closeBatch = async () => (await print<ClosedBatch>('batches')).batch.batch

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
    // Whoever enters as this operator sets up a second factor of their own.
    await resetFactors(world, { email: operator.email, by: 'seed' })
  } finally {
    await app.close()
  }
}

/** A letter not paid in time. */
async function freezeLongAgo(world: Opened): Promise<void> {
  const clock = { ...world.clock, now: () => earlier(earlier(world.clock.now(), unpaidFor), minutes(1)) }
  const { app } = await createApp({ ...world, clock })
  const call = callsOf(app)
  await freeze(call, await signIn(call, senders[0]!), 'Se me olvidó pagarla.')
  await app.close()
}

try {
  loadSettingsFile()
  const { says, trouble } = await seed(readSettings(process.env))
  console.log(says)
  process.exitCode = trouble ? 1 : 0
} catch (error) {
  console.error(error instanceof SettingsMistaken ? error.message : (startSentence(error) ?? error))
  process.exitCode = 1
}
