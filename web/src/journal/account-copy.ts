/** One action at a time in all tabs: they share the letter and its copy in the account. */
export const aloneWithCopy = <Result>(action: () => Promise<Result>): Promise<Result> =>
  (navigator.locks as LockManager | undefined)?.request('lacre-account', action) ?? action()
