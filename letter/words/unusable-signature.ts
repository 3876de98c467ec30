export const unusableSignature =
  'No podemos imprimir esta firma: tiene demasiados trazos o se sale de su recuadro. Dibújela de nuevo o quítela.'
