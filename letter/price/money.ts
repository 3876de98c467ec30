/** Euro cents, a whole number. Only `cents()` makes one, so euros cannot slip in. */
export type Cents = number & { readonly unit: 'cents' }

/** @throws RangeError when `amount` is not a whole number: money never has a fraction of a cent. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError('money is a whole number of cents')
  return amount as Cents
}

export const sum = (amounts: readonly Cents[]): Cents => cents(amounts.reduce((total, one) => total + one, 0))

/** `cents(329)` → `3,29 €`, with the plain space and the true minus sign of the specification's texts. */
export const inEuros = (amount: Cents): string => inMoney(amount, 'eur')

/** A sum in a currency's smallest unit, in any currency. */
export function inMoney(amount: number, currency: string): string {
  const money = new Intl.NumberFormat('es-ES', { style: 'currency', currency })
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2
  return money
    .format(amount / 10 ** digits)
    .replace('\u00a0', ' ')
    .replace('-', '−')
}

/**
 * The kind of money an installation takes: sandbox, the provider's test cards, or live. `becomesPaper`: letters paid so
 * are printed (in the sandbox, as samples).
 */
export const moneyModes = {
  sandbox: { isLive: false, becomesPaper: true },
  test: { isLive: false, becomesPaper: false },
  live: { isLive: true, becomesPaper: true },
} as const
export type MoneyMode = keyof typeof moneyModes
