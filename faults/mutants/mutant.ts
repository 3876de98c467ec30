import type { Invariant } from '../check/violation.ts'
import type { stories } from '../stories/play.ts'

/** `find` stands exactly once in the file. */
export type Edit = [file: string, find: string, replace: string]

/**
 * A mistake somebody might make in the product. The story is told in a server that has it, and one of the rules must break:
 * a checker that lets it pass would let the mistake pass too.
 */
export type Mutant = {
  why: string
  /** The story that is about it. */
  story: keyof typeof stories
  /** Which rules the story must break; unless told, any. */
  breaks?: Invariant[]
  edits: Edit[]
}
