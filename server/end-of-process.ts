/** Asked to end, and the way Windows and a closed terminal ask. */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const
/** npm hands on a signal that the terminal has sent to both: what follows so soon is the same one. */
const sameWithinMs = 1000

/**
 * Ends the process once, whoever asks: `close` has `graceMs`, then it ends without. A failure that nobody has caught
 * closes too, and ends it with 1. Who asks again, later, does not want to wait.
 */
export function endGracefully(close: (failure?: unknown) => Promise<void>, graceMs: number) {
  let askedAt: number | undefined

  function end(failure?: unknown) {
    const isRepeated = askedAt !== undefined && performance.now() - askedAt < sameWithinMs
    if (isRepeated && !failure) return
    if (askedAt !== undefined) process.exit(1)
    askedAt = performance.now()
    setTimeout(() => process.exit(1), graceMs)
    void close(failure).then(
      () => process.exit(failure ? 1 : 0),
      () => process.exit(1),
    )
  }
  for (const signal of signals) process.on(signal, () => end())
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
  return end
}
