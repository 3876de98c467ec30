/** Asked to end, and the way Windows and a closed terminal ask. */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const

type Ending = {
  /** What is being opened while it may already be asked to end: it is closed when it stands. */
  starting: Promise<unknown>
  close: (failure?: unknown) => Promise<void>
  /** For closing; then it ends without. */
  graceMs: number
}

/**
 * Ends the process once, whoever asks. Signals that follow change nothing: npm hands on what the terminal has sent to both.
 * A failure that nobody has caught closes too and ends it with 1; one while it closes ends it at once.
 */
export function endGracefully({ starting, close, graceMs }: Ending): (failure?: unknown) => void {
  let isEnding = false

  async function carryOut(failure?: unknown) {
    if (!failure) await starting.catch(() => {}) // whoever starts it tells why
    setTimeout(() => process.exit(1), graceMs)
    await close(failure)
  }
  function end(failure?: unknown) {
    if (isEnding && failure) process.exit(1)
    if (isEnding) return
    isEnding = true
    carryOut(failure).then(
      () => process.exit(failure ? 1 : 0),
      () => process.exit(1),
    )
  }
  for (const signal of signals) process.on(signal, () => end())
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
  return end
}
