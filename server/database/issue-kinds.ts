/**
 * Kinds of issues for an operator: whether cancelling the letter settles one too ('open': its money still needs a
 * decision), and what happened, in a sentence. The issue's note has the details.
 */
const kinds = {
  dispute: ['open', 'El titular de la tarjeta ha reclamado el cargo.'],
  'dispute-won': [
    'settled',
    'El banco ha resuelto la reclamación a nuestro favor: se puede seguir adelante con la carta o devolver su dinero.',
  ],
  'dispute-lost': [
    'settled',
    'El banco ha dado la razón al titular de la tarjeta y le ha devuelto el dinero.',
  ],
  'payment-mismatch': ['open', 'El proveedor de pago ha cobrado otra cosa que lo que pedía la carta.'],
  'payment-unknown': ['open', 'El proveedor de pago ha cobrado algo que aquí no consta.'],
  'payment-unreadable': [
    'open',
    'El proveedor de pago no conoce un pago, no deja mirarlo o dice de él algo que no se entiende. Si ya no lo conoce, al darlo por resuelto se cierra, y la carta se puede pagar de nuevo.',
  ],
  'paid-unexpectedly': ['settled', 'Ha llegado el pago de una carta que estaba detenida.'],
  'paid-after-end': ['settled', 'Se ha pagado una carta que ya había terminado; el dinero se devuelve solo.'],
  'refunded-outside': ['settled', 'Se ha devuelto dinero desde el panel del proveedor de pago.'],
  'refund-unnamed': [
    'open',
    'Se ha devuelto dinero de un pedido desde el panel del proveedor de pago sin decir de qué carta.',
  ],
  'refund-failed': ['open', 'El proveedor de pago no ha podido devolver el dinero.'],
  'refund-stuck': ['open', 'Una devolución lleva más de un día sin confirmarse.'],
  'test-money': ['settled', 'No consta que se pagara con dinero de verdad.'],
  'print-damaged': ['settled', 'Los bytes guardados no son los que se pagaron.'],
  'print-stopped-elsewhere': ['settled', 'Dejó de poder imprimirse cuando ya estaba en una tanda.'],
  'batch-differs': ['settled', 'El archivo de una tanda no es igual al de la primera vez.'],
  'batch-unposted': ['settled', 'Una tanda lleva demasiado tiempo sin entregarse al correo.'],
  'reprint-unposted': [
    'settled',
    'Una carta que se imprime otra vez lleva demasiado tiempo sin entregarse al correo.',
  ],
  'waiting-past-cut-off': ['settled', 'Hay cartas que debían haber salido con la última hora de cierre.'],
  restored: ['settled', 'Los datos vienen de una copia y no se sabe si la carta se imprimió después.'],
} as const satisfies Record<string, readonly [afterCancel: 'settled' | 'open', whatHappened: string]>

export type IssueKind = keyof typeof kinds
const isKind = (kind: string): kind is IssueKind => Object.hasOwn(kinds, kind)

export const isSettledByCancel = (kind: IssueKind): boolean => kinds[kind][0] === 'settled'

/** For kinds known only to another version; the note explains them. */
export const whatHappened = (kind: string | undefined): string =>
  kind !== undefined && isKind(kind) ? kinds[kind][1] : 'Una persona tiene que mirarla antes de seguir.'

export const issueKinds = Object.keys(kinds).filter(isKind)
