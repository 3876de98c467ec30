import { seconds } from '@lacre/letter/days.ts'
import Stripe from 'stripe'
import { ill, well, type Check } from '../operating/doctor/finding.ts'
import type { Settings } from '../settings.ts'

/** An event that means nothing, signed with our secret and sent where the card provider sends its own. */
export const webhookCheck = ({ cards, publicUrl }: Settings): Check => ({
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
