export type Decline = { code: string; decline_code?: string; message: string }

/**
 * Stripe's test numbers. `asks`: for authentication first; `disputed`: paid, and its owner complains at once, or asks
 * first (`inquired`);
 * `refund-late`, `refund-fails`: paid, and its refund is on its way for an hour, or comes back after two days.
 */
type Rule = 'pays' | 'asks' | 'disputed' | 'inquired' | 'refund-late' | 'refund-fails'
export const testCards: Record<string, Rule | Decline> = {
  '4242424242424242': 'pays',
  '5555555555554444': 'pays',
  '4000002500003155': 'asks',
  '4000002760003184': 'asks',
  '4000000000000259': 'disputed',
  '4000000000001976': 'inquired',
  '4000000000007726': 'refund-late',
  '4000000000005126': 'refund-fails',
  '4000000000000002': {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Su tarjeta ha sido rechazada.',
  },
  '4000000000009995': {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Su tarjeta no tiene fondos suficientes.',
  },
  '4000000000000069': { code: 'expired_card', message: 'Su tarjeta ha caducado.' },
  '4000000000000127': { code: 'incorrect_cvc', message: 'El código de seguridad no es correcto.' },
  '4000000000000119': {
    code: 'processing_error',
    message: 'Se ha producido un error al procesar la tarjeta. Inténtelo de nuevo.',
  },
}

/**
 * Telephones with Bizum, of the sandbox only. `asks`: whoever pays approves, refuses, or leaves it, and then it expires;
 * `late`: approved, and the bank takes its time; the others are refused at once.
 */
export const testPhones: Record<string, 'asks' | 'late' | Decline> = {
  '600000001': 'asks',
  '600000002': 'late',
  '600000003': {
    code: 'payment_method_provider_decline',
    message: 'Ese teléfono no tiene Bizum, o su banco no lo permite. Elija otra forma de pago.',
  },
}
