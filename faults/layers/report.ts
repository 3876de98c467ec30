import type { Checked } from '../check/check.ts'

/** The result of a layer. */
export type Report = {
  checked: Checked
  figures: Record<string, number | string>
  /** Coverage goals: a whole run that has not seen one of them fails. */
  coverage: Record<string, number>
  /** Where a violated letter was: its story, flow or instance. */
  stepOf?: (letter: string) => string | undefined
  /** The entries of all ledgers about a violated letter. */
  historyOf?: (letter: string) => string[]
}
