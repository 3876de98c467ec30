import { minutes } from '@lacre/letter/duration.ts'
import rateLimit from '@fastify/rate-limit'
import * as calls from '@lacre/letter/calls.ts'
import type { PaperName } from '@lacre/letter/paper-profile.ts'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { App } from '../http/app.ts'
import { Failure } from '../http/failure.ts'
import type { Clock } from '../outside/clock.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { bodyLimit, nameTheLimit } from './freeze-route.ts'
import { previewLetter } from './preview/preview-letter.ts'
import { createPreviewLimiter } from './preview/preview-limiter.ts'

const perMinute = 120

/**
 * POST /letters/preview, without an account. Counted by address in this process's memory alone: what is only looked
 * at leaves no trace, and a limit that a restart forgets costs nobody a letter.
 */
export function previewRoute(
  app: App,
  deps: { typesetter: Typesetter; clock: Clock; paper?: PaperName },
): void {
  const limiter = createPreviewLimiter()
  const schema = {
    body: calls.createLetterBody,
    response: { 200: calls.preview },
    summary: 'Las páginas de una carta tal y como se imprimirían; no guarda nada',
    tags: ['cartas'],
  }
  void app.register(async (scope) => {
    const here = scope.withTypeProvider<ZodTypeProvider>()
    // Before the body is read, so that too many of them cost next to nothing.
    await here.register(rateLimit, {
      max: perMinute,
      timeWindow: minutes(1),
      hook: 'onRequest',
      errorResponseBuilder: (_request, { ttl }) => tooOften(Math.ceil(ttl / 1000)),
    })
    here.route({
      method: 'POST',
      url: '/letters/preview',
      schema,
      bodyLimit,
      errorHandler: nameTheLimit,
      async handler(request) {
        const leave = limiter.take(request.ip)
        if (!leave) throw busy()
        try {
          const preview = await previewLetter(deps, request.body)
          if (preview === 'unavailable') throw busy()
          return preview
        } finally {
          leave()
        }
      },
    })
  })
}

const tooOften = (seconds: number) =>
  new Failure(429, 'Demasiadas vistas previas seguidas. Espere unos segundos.', 'too-many-tries', {
    'retry-after': String(Math.max(1, seconds)),
  })

const busy = () =>
  new Failure(503, 'La vista previa está ocupada. Inténtelo de nuevo en un momento.', 'unavailable', {
    'retry-after': '1',
  })
