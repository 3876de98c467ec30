/** Euro cents, a whole number. Only `cents()` makes one, so euros cannot slip in. */
export type Cents = number & { readonly unit: 'cents' }

/** @throws RangeError when `amount` is not a whole number: money never has a fraction of a cent. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError('money is a whole number of cents')
  return amount as Cents
}

export const sum = (amounts: readonly Cents[]): Cents => cents(amounts.reduce((total, one) => total + one, 0))

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' })

/** `cents(329)` → `3,29 €`, with the plain space and the true minus sign of the specification's texts. */
export const inEuros = (amount: Cents): string =>
  euros
    .format(amount / 100)
    .replace('\u00a0', ' ')
    .replace('-', '−')
