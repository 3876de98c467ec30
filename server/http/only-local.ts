import type { App } from './app.ts'
import { Failure } from './failure.ts'

const local = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/**
 * The sandbox lets anybody in as anybody, so it answers to this machine's own names only: a foreign name that was
 * made to lead here (DNS rebinding) gets nothing.
 */
export function onlyLocal(app: App) {
  app.addHook('onRequest', (request, _reply, next) => {
    if (local.test(request.hostname)) next()
    else next(new Failure(403, 'El modo de pruebas solo atiende en este equipo.', 'not-local'))
  })
}
