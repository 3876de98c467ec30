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
