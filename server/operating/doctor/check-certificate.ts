import { days, seconds } from '@lacre/letter/days.ts'
import { count } from '@lacre/letter/words.ts'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Clock } from '../../outside/clock.ts'
import { ill, well, type Check } from './finding.ts'

/** Whatever renews it does so a month before its end: by then it has failed for a week. */
const warnsUnder = 21
const answersWithin = seconds(10)

/** How long browsers will still trust the address that people type. */
export const certificateCheck = ({ publicUrl, clock }: { publicUrl: URL; clock: Clock }): Check => ({
  at: 'Certificado',
  async look() {
    if (publicUrl.protocol !== 'https:') return well('PUBLIC_URL no es https: no hace falta.')
    const shown = await certificateAt(publicUrl)
    if (!shown) return ill('nadie contesta con uno en PUBLIC_URL.')
    const left = Math.floor((shown.until.getTime() - clock.now().getTime()) / days(1))
    if (left < 0)
      return ill('ha caducado: los navegadores no entran. Renuévelo (docs/operating.md#certificate).')
    if (shown.refusedFor)
      return ill(`los navegadores no se fían de él (${shown.refusedFor}); docs/operating.md#certificate`)
    const says = left ? `caduca dentro de ${count(left, 'día', 'días')}` : 'caduca hoy'
    return left < warnsUnder
      ? ill(`${says}: nadie lo ha renovado (docs/operating.md#certificate).`)
      : well(`${says}.`)
  },
})

/** As it is shown to browsers, which ask for it by name, also when they would refuse it; undefined: no answer in time. */
function certificateAt({ hostname: host, port }: URL) {
  return new Promise<{ until: Date; refusedFor: string | undefined } | undefined>((answer) => {
    const address = { host, port: Number(port || 443), ...(!isIP(host) && { servername: host }) }
    const socket = connect({ ...address, rejectUnauthorized: false }, () => {
      const until = new Date(socket.getPeerCertificate().valid_to)
      answer({ until, refusedFor: socket.authorized ? undefined : String(socket.authorizationError) })
      socket.destroy()
    })
    socket.setTimeout(answersWithin, () => socket.destroy())
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => answer(undefined))
  })
}
