import { readHtml } from '@lacre/letter/content/reading/read-html.ts'
import { longDate, madridDay, seconds } from '@lacre/letter/days.ts'
import Stripe from 'stripe'
import { keyFileOf, keysAtHand } from '../database/cipher.ts'
import { connect, reachDatabase } from '../database/open.ts'
import { missingRights, stripeCards } from '../outside/cards.ts'
import { systemClock } from '../outside/clock.ts'
import { reachMailServer } from '../outside/mail.ts'
import { missingEvents } from '../payments/webhook.ts'
import type { Settings } from '../settings.ts'
import { isolationHere, type IsolationLayer } from '../typesetting/isolation.ts'
import { createTypesetter } from '../typesetting/pool.ts'
import { whereOf } from '../open-world.ts'
import {
  certificateCheck,
  type Check,
  doctorChecks,
  type Finding,
  ill,
  machineChecks,
  pendingMigrations,
  runChecks,
  well,
} from './checks.ts'
import type { CommandResult } from './commands.ts'

const clock = systemClock

/** `doctor`: checks everything the server needs and changes nothing. */
export async function doctor(settings: Settings): Promise<CommandResult> {
  const { dataDir, letterKeys } = settings
  const outside = [
    ...machineChecks({ dataDir, keyFile: letterKeys ? undefined : keyFileOf(dataDir) }),
    mailServer(settings),
    cards(settings),
    webhookCheck(settings),
    certificateCheck({ publicUrl: settings.publicUrl, clock }),
    typesetting,
    isolation,
  ]
  const findings = [...(await lookAtDatabase(settings)), ...(await runChecks(outside))]
  const lines = findings.map(({ well, says }) => `${well ? '✓' : '✗'} ${says}`)
  return { says: lines.join('\n'), trouble: findings.some(({ well }) => !well) }
}

async function lookAtDatabase(settings: Settings): Promise<Finding[]> {
  const { mode, backups } = settings
  const reached = await reachDatabase(whereOf(settings)).catch((error: unknown) => error as Error)
  if (reached instanceof Error)
    return runChecks([{ at: 'Base de datos', look: () => Promise.reject(reached) }])
  const limits = { connectionTimeoutMillis: 10_000, statement_timeout: 15_000 }
  const { db } = connect({ ...reached.at, ...limits, max: 1 }, () => {})
  const backsUp = mode === 'real' && backups === 'lacre'
  const on = { ...settings, db, clock, keys: keysAtHand(settings), backsUp }
  try {
    const [answers, ...others] = doctorChecks('server', on)
    const first = await runChecks(answers ? [answers] : [])
    if (!first[0]?.well) return first
    const server = [...first, ...(await runChecks(others))]
    if ((await pendingMigrations(db)).length) return server
    return [...server, ...(await runChecks(doctorChecks('tables', on)))]
  } finally {
    await db.destroy()
    await reached.leave()
  }
}

const mailServer = ({ smtp }: Settings): Check => ({
  at: 'Servidor de correo',
  async look() {
    if (!smtp) return well('el buzón de pruebas.')
    try {
      await reachMailServer(smtp)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ETLS') throw error
      return ill('no ofrece una conexión cifrada (STARTTLS); sin ella no se le envía nada.')
    }
    return well('responde y acepta la identificación.')
  },
})

const cards = ({ cards: keys, publicUrl }: Settings): Check => ({
  at: 'Tarjetas',
  async look() {
    if (!keys) return well('de pruebas: nadie paga de verdad.')
    const provider = stripeCards(keys)
    const missing = await missingRights(provider)
    if (missing.length) return ill(`a STRIPE_SECRET_KEY le falta el permiso de leer ${missing.join(', ')}.`)
    const unheard = await unheardEvents(provider, publicUrl)
    if (unheard.length) return ill(`al webhook le faltan avisos: ${unheard.join(', ')}.`)
    const isLive = keys.secretKey.includes('_live_')
    if (!isLive && publicUrl.protocol === 'https:')
      return ill('las claves son de prueba: nadie paga de verdad.')
    return well(
      isLive ? 'el proveedor responde; cobros de verdad.' : 'el proveedor responde; claves de prueba.',
    )
  },
})

/**
 * The events we need that this site's webhook does not get. Undefined with a restricted key, which may not list
 * webhooks.
 */
async function unheardEvents(provider: Stripe, publicUrl: URL): Promise<string[]> {
  const here = new URL('/stripe/webhook', publicUrl).href
  const endpoints = await provider.webhookEndpoints.list({ limit: 100 }).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripePermissionError) return undefined
    throw error
  })
  const heard = endpoints?.data.filter(({ url, status }) => url === here && status === 'enabled')
  return heard ? missingEvents(heard.flatMap(({ enabled_events }) => enabled_events)) : []
}

/** Typesets a page with every kind of Spanish letter. */
const typesetting: Check = {
  at: 'Composición',
  async look() {
    const read = readHtml(
      '<h1>Año nuevo</h1><p>El <b>pingüino</b> Wenceslao hizo kilómetros bajo exhaustiva lluvia. 3,29 €</p>',
    )
    if ('refused' in read) return ill('la carta de prueba no se lee.')
    const typesetter = createTypesetter({ size: 1 })
    try {
      const date = clock.now()
      const set = await typesetter.set({
        content: read.content,
        pictures: {},
        sender: ['Prueba', 'Calle Mayor, 1', '28013 Madrid'],
        recipient: ['PRUEBA', 'CALLE MAYOR 1', '28013 MADRID'],
        dateLine: `Madrid, ${longDate(madridDay(date))}`,
        date,
      })
      return 'refused' in set
        ? ill(`no compone una página (${set.refused}).`)
        : well('compone una página con sus fuentes.')
    } finally {
      await typesetter.close()
    }
  },
}

const layerWords = {
  files: 'sin más archivos que los del programa',
  privileges: 'sin privilegios nuevos',
  user: 'como otro usuario',
  network: 'sin red',
} satisfies Record<IsolationLayer, string>

/** The isolation of child processes on this machine; a missing layer does not stop letters. */
const isolation: Check = {
  at: 'Procesos que leen las cartas',
  look: () =>
    Promise.resolve(
      well(
        `${isolationHere()
          .layers.map((layer) => layerWords[layer])
          .join(', ')}.`,
      ),
    ),
}

/** Sends a meaningless event, signed with our secret, to our own webhook. */
const webhookCheck = ({ cards, publicUrl }: Settings): Check => ({
  at: 'Avisos de las tarjetas',
  async look() {
    if (!cards) return well('de pruebas: no salen de aquí.')
    const body = JSON.stringify({
      id: 'evt_doctor',
      object: 'event',
      type: 'lacre.doctor',
      data: { object: {} },
    })
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: cards.webhookSecret,
    })
    const answer = await fetch(new URL('/stripe/webhook', publicUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(seconds(10)),
    }).catch(() => undefined)
    if (!answer) return ill('nadie contesta en PUBLIC_URL.')
    if (answer.ok)
      return well('llegan al servidor por PUBLIC_URL, y acepta la firma de STRIPE_WEBHOOK_SECRET.')
    return answer.status === 400
      ? ill('el servidor en marcha no acepta la firma: tiene otro STRIPE_WEBHOOK_SECRET, u otro reloj.')
      : ill(`en PUBLIC_URL se contesta ${answer.status} a un aviso.`)
  },
})
