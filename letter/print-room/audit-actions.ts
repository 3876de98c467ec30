/** What operators do and is written down for ever, with the words a page has for it. */
export const auditActions = {
  'close-batch': 'Cerrar la tanda',
  'download-pdf': 'Descargar el PDF',
  'download-list': 'Descargar la lista',
  'mark-printed': 'Marcar impresa',
  'mark-enclosed': 'Marcar ensobrada',
  'mark-posted': 'Marcar enviada',
  reprint: 'Volver a imprimir',
  returned: 'Marcar devuelta',
  resume: 'Reanudar',
  cancel: 'Cancelar',
  'give-back': 'Devolver el dinero',
  'settle-concern': 'Resolver un asunto',
  'sign-in': 'Entrar',
  'add-factor': 'Añadir un segundo paso',
  'refuse-factor': 'Rechazar un segundo paso',
  'remove-factors': 'Quitar el segundo paso',
  'invite-operator': 'Invitar',
  'refuse-invitation': 'Rechazar una invitación',
  'add-operator': 'Dar acceso',
  'change-rank': 'Cambiar el rango',
  'seal-accesses': 'Sellar el registro de accesos',
  'remove-operator': 'Quitar el acceso',
  'add-price': 'Añadir un precio',
  'remove-price': 'Quitar un precio',
} as const

export type AuditAction = keyof typeof auditActions
