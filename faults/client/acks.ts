/** What a client was told with a 2xx, and so may rely on for ever; and what it did at the card provider. */
export type AckEntry =
  | {
      did: 'freeze'
      account: string
      letter: string
      total: number
      lines: number
      hash: string
      recipient: string
      /** The letter that came back and goes once more with this one. */
      again?: string
      asked: string
      at: number
    }
  /** The pages as they were shown before paying. */
  | { did: 'see'; letter: string; sha256: string; pages: string[] }
  /** `letters`: the whole order, where it was named. */
  | { did: 'intent'; letter: string; letters?: string[]; intent: string }
  /** `shown`: the sum over the letters of the order. */
  | { did: 'confirm'; letter: string; intent: string; shown: number; status: number }
  | { did: 'cancel'; letter: string }
  /** The account is gone, and every word with it. */
  | { did: 'erase'; account: string; at: number }
  /** Somebody of the print room has decided so. */
  | { did: 'decide'; letter: string; decision: string; at: number }
  /** Somebody of the print room has said that the post brought it back; `heard`: with a 2xx. */
  | { did: 'return'; letter: string; heard: boolean }
  /** Not a client: the run has spoilt what is stored of it. */
  | { did: 'damage'; letter: string }
  /** A refusal that tells of a state: with it nothing was promised. */
  | { did: 'refused'; letter: string; call: string; code: string }
