/**
 * A refusal as the caller receives it: `detail` is a Spanish sentence the user can act on, `code` is for programs.
 * Thrown before a route's action (bearer, limits); actions return values.
 */
export class Failure extends Error {
  statusCode: number
  detail: string
  code: string | undefined
  headers: Record<string, string>

  constructor(statusCode: number, detail: string, code?: string, headers: Record<string, string> = {}) {
    super(code ?? String(statusCode)) // never the detail: messages are logged, and it may quote user input
    this.statusCode = statusCode
    this.detail = detail
    this.code = code
    this.headers = headers
  }
}

/** For `catch`: ignores a refusal, rethrows other errors. */
export function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error
}

/** Turns each refusal into the answer of a call. */
export const failures =
  <Refusal extends string>(answers: Record<Refusal, readonly [status: number, detail: string]>) =>
  (refusal: Refusal): Failure => {
    const [status, detail]: readonly [number, string] = answers[refusal]
    return new Failure(status, detail, refusal)
  }
