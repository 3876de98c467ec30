import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One payment intent as the server made it at the card provider. */
export type MadeIntent = {
  id: string
  status: string
  client_secret: string
  amount: number
  metadata: Record<string, string>
}

/** The card provider's API on loopback, with the calls that the server makes before a payment: make, read, cancel and list intents. */
export async function openStripeApi() {
  const intents: MadeIntent[] = []
  const bodyOf = (form: URLSearchParams) => {
    const id = `pi_${intents.length + 1}`
    return {
      id,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: form.get('currency'),
      livemode: true,
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${id}`,
      created: Math.floor(Date.now() / 1000),
      metadata: Object.fromEntries(
        [...form].flatMap(([name, value]) => {
          const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
          return key ? [[key, value]] : []
        }),
      ),
      latest_charge: null,
    }
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname
      const [, id, action] = /^\/v1\/payment_intents\/(\w+)(\/cancel)?$/.exec(path) ?? []
      const known = intents.find((intent) => intent.id === id)
      if (known && action) known.status = 'canceled'
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.method === 'POST' && path === '/v1/payment_intents') {
        const made = bodyOf(new URLSearchParams(text))
        intents.push(made)
        return answer(200, made)
      }
      if (known) return answer(200, known)
      return answer(200, { object: 'list', data: [], has_more: false, url: path })
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    intents,
    close: () => new Promise((closed) => server.close(closed)),
  }
}
