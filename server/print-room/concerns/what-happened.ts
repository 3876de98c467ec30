/** What each kind of trouble is, in a sentence; its note says more. A kind unknown here is told by its note alone. */
const sentences: Record<string, string> = {
  dispute: 'El titular de la tarjeta ha reclamado el cargo.',
  'payment-mismatch': 'El proveedor de pago ha cobrado otra cosa que lo que pedía la carta.',
  'payment-unknown': 'El proveedor de pago ha cobrado algo que aquí no consta.',
  'paid-unexpectedly': 'Ha llegado el pago de una carta que estaba detenida.',
  'paid-after-end': 'Se ha pagado una carta que ya había terminado; el dinero se devuelve solo.',
  'refunded-outside': 'Se ha devuelto dinero desde el panel del proveedor de pago.',
  'refund-failed': 'El proveedor de pago no ha podido devolver el dinero.',
  'refund-stuck': 'Una devolución lleva más de un día sin confirmarse.',
  'print-damaged': 'Los bytes guardados no son los que se pagaron.',
  'print-stopped-elsewhere': 'Dejó de poder imprimirse cuando ya estaba en una tanda.',
  'batch-differs': 'El archivo de una tanda no es igual al de la primera vez.',
  'batch-unposted': 'Una tanda lleva demasiado tiempo sin entregarse al correo.',
  'waiting-past-cut-off': 'Hay cartas que debían haber salido con la última hora de cierre.',
  restored: 'Los datos vienen de una copia y no se sabe si la carta se imprimió después.',
  'printer-rejected': 'La imprenta externa no ha querido imprimirla.',
  'printer-cancelled': 'La impresión se ha anulado en la imprenta externa.',
  'printer-given-up': 'No se sabe si la imprenta externa la ha recibido.',
  'printer-silent': 'La imprenta externa no responde desde hace más de un día.',
  'printer-slow': 'La imprenta externa la tiene desde hace más de cuatro días.',
  'printer-lost': 'La imprenta externa ya no la tiene.',
  'printer-other-paper': 'Está compuesta para los sobres del taller propio.',
  'printer-unknown-letter': 'La imprenta externa tiene una carta que aquí no consta.',
  'printed-after-stop': 'La imprenta externa la ha impreso aunque aquí se dio por parada.',
}

export const whatHappened = (kind: string | undefined): string =>
  (kind && sentences[kind]) || 'Una persona tiene que mirarla antes de seguir.'
