import type { Reason } from '../../journal/version-reason.ts'

/** Why a text became a version, as the list says it. */
export const reasons = {
  pause: 'Al hacer una pausa',
  'big-change': 'Antes de borrar una parte grande',
  older: 'Encontrada al abrir la página',
  'other-tab': 'De otra pestaña',
  restored: 'Antes de recuperar otra versión',
  template: 'Antes de usar una plantilla',
  picture: 'Con la foto que se estaba añadiendo',
  sending: 'Al pulsar Enviar',
  sent: 'Antes de empezar otra carta',
  'signed-out': 'Al cerrar la sesión',
  account: 'De su cuenta',
} satisfies Record<Reason, string>
