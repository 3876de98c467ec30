/** Why a letter that came back does not go again (design.md#came-back). */
export const givenBack =
  'Esta carta ya no se puede enviar otra vez solo por el franqueo: le hemos devuelto su dinero, o lo ha reclamado a su banco. Puede escribir otra como esta.'
