/** One deed at a time in all tabs: they share the letter and its copy in the account. */
export const aloneWithCopy = <Result>(deed: () => Promise<Result>): Promise<Result> =>
  (navigator.locks as LockManager | undefined)?.request('lacre-account', deed) ?? deed()
