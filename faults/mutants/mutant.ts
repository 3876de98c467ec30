import type { Invariant } from '../check/violation.ts'
import type { scenes } from '../scenes/play.ts'

/** `find` stands exactly once in the file. */
export type Edit = [file: string, find: string, replace: string]

/**
 * A mistake somebody might make in the product. The scene is told in a server that has it, and one of the rules must break:
 * a checker that lets it pass would let the mistake pass too.
 */
export type Mutant = {
  why: string
  /** The story that is about it. */
  scene: keyof typeof scenes
  /** Which rules the story must break; unless told, any. */
  breaks?: Invariant[]
  edits: Edit[]
}
