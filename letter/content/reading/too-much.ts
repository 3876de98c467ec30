export type Excess = 'too-deep' | 'too-many-parts' | 'too-long' | 'too-much-markup'

/** Ends the reading from inside the parser's callbacks; `readHtml` turns it into its answer. */
export class TooMuch extends Error {
  readonly excess: Excess
  constructor(excess: Excess) {
    super(excess)
    this.excess = excess
  }
}
