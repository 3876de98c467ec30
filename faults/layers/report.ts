import type { Checked } from '../check/check.ts'

/** What a layer has to say: the rules, the figures, and which rare things it has seen how often. */
export type Report = {
  checked: Checked
  figures: Record<string, number | string>
  /** A run that must see them and has not is worth nothing. */
  coverage: Record<string, number>
  /** Of a letter that was wronged: at which step it was. */
  stepOf?: (letter: string) => string | undefined
  /** Of such a letter: what each ledger has of it. */
  historyOf?: (letter: string) => string[]
}
