import { DatabaseTrouble } from './database/transactions.ts'

/** A problem the operator must fix, in one sentence without a stack. */
export class StartTrouble extends Error {}

const diskFull =
  'No space is left in DATA_DIR, in the temporary folder (TMPDIR) or on the disk of the database.'

const sentences: Record<string, string> = {
  EADDRINUSE: 'PORT is in use by another program: stop that one or choose another PORT.',
  EACCES: 'PORT or DATA_DIR may not be used by this user.',
  EADDRNOTAVAIL: 'HOST is no address of this machine.',
  ENOTFOUND: 'HOST or the host of DATABASE_URL is not known.',
  EAI_AGAIN: 'HOST or the host of DATABASE_URL is not known.',
  ECONNREFUSED: 'DATABASE_URL names a server that does not answer.',
  ETIMEDOUT: 'DATABASE_URL names a server that does not answer.',
  SELF_SIGNED_CERT_IN_CHAIN: 'DATABASE_URL names a server whose certificate is not trusted here.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'DATABASE_URL names a server whose certificate is not trusted here.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'DATABASE_URL names a server whose certificate is not trusted here.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'DATABASE_URL names a server whose certificate is not trusted here.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'DATABASE_URL names a server whose certificate is for another name.',
  CERT_HAS_EXPIRED: 'DATABASE_URL names a server whose certificate has expired.',
  '28P01': 'DATABASE_URL has a user or password the server refuses.',
  '28000': 'DATABASE_URL has a user the server refuses.',
  '3D000': 'DATABASE_URL names a database that does not exist.',
  '57P03': 'PostgreSQL is starting or recovering: start again in a moment.',
  '53100': diskFull,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
}

/** The sentence for a failure at start; undefined for our own errors, which need their stack. */
export function startSentence(error: unknown): string | undefined {
  if (error instanceof StartTrouble || error instanceof DatabaseTrouble) return error.message
  // `pg` gives this error no code.
  if ((error as Error).message === 'The server does not support SSL connections')
    return 'DATABASE_URL asks for an encrypted connection (sslmode) and the server offers none.'
  if ((error as Error).message.startsWith('unsupported startup parameter'))
    return 'DATABASE_URL names a PgBouncer that lacks a setting: ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout (docs/operating.md, "Behind PgBouncer").'
  const { code, syscall, errors } = error as NodeJS.ErrnoException & { errors?: { code?: string }[] }
  if (syscall === 'mkdtemp' && sentences[code ?? ''] !== diskFull)
    return 'The temporary folder cannot be written: set TMPDIR to a folder of this user.'
  return sentences[code ?? errors?.[0]?.code ?? '']
}

/** Signals to end, including those of Windows and of a closed terminal. */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const

type Ending = {
  /** The start, which a signal may interrupt: closed once it is complete. */
  starting: Promise<unknown>
  close: (failure?: unknown) => Promise<void>
  /** Time for closing; then the process exits without. */
  graceMs: number
}

/** Runs once; further signals change nothing. An uncaught failure exits with 1, at once while closing. */
export function endGracefully({ starting, close, graceMs }: Ending): (failure?: unknown) => void {
  let isEnding = false

  async function carryOut(failure?: unknown) {
    if (!failure) await starting.catch(() => {}) // reported by the caller
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
