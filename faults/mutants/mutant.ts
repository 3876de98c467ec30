import type { Invariant } from '../check/violation.ts'
import type { stories } from '../stories/play.ts'

/** `find` stands exactly once in the file. */
export type Edit = [file: string, find: string, replace: string]

/**
 * A mistake that a change of the product might make. Its story is played on a server with this mistake, and a rule must
 * break: otherwise the rules would miss the mistake in production code, too.
 */
export type Mutant = {
  why: string
  /** The story that must catch it. */
  story: keyof typeof stories
  /** One of these rules must break; by default any. */
  breaks?: Invariant[]
  edits: Edit[]
}
