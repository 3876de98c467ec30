/**
 * A refusal as the caller receives it: `detail` is a Spanish sentence a person can act on, `code` is for programs.
 * Thrown by what runs before a route's action (bearer, limits); actions themselves answer with values.
 */
export class Failure extends Error {
  statusCode: number
  detail: string
  code: string | undefined
  headers: Record<string, string>

  constructor(statusCode: number, detail: string, code?: string, headers: Record<string, string> = {}) {
    super(code ?? String(statusCode)) // never the detail: messages are logged, details may name what was written
    this.statusCode = statusCode
    this.detail = detail
    this.code = code
    this.headers = headers
  }
}

/** For `catch`: a refusal is nothing, whatever else went wrong is thrown on. */
export function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error
}

/** What a call answers to each reason why it refuses. */
export const failures =
  <Refusal extends string>(answers: Record<Refusal, readonly [status: number, detail: string]>) =>
  (refusal: Refusal): Failure => {
    const [status, detail]: readonly [number, string] = answers[refusal]
    return new Failure(status, detail, refusal)
  }
