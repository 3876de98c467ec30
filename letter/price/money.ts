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

/** So much of a currency, in its smallest unit, whatever somebody else has charged. */
export function inMoney(amount: number, currency: string): string {
  const money = new Intl.NumberFormat('es-ES', { style: 'currency', currency })
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2
  return money
    .format(amount / 10 ** digits)
    .replace('\u00a0', ' ')
    .replace('-', '−')
}

/**
 * Whose money an installation takes: played by its own stand-in, by the provider's test cards, or real.
 * `becomesPaper`: what was paid so is printed (in the sandbox, paper of the sandbox).
 */
export const moneyModes = {
  sandbox: { isLive: false, becomesPaper: true },
  test: { isLive: false, becomesPaper: false },
  live: { isLive: true, becomesPaper: true },
} as const
export type MoneyMode = keyof typeof moneyModes
