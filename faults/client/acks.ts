/** What the server confirmed to a client with a 2xx, and what the client did at the card provider. */
export type AckEntry =
  | {
      did: 'freeze'
      account: string
      letter: string
      total: number
      lines: number
      hash: string
      recipient: string
      /** The returned letter that this one sends again. */
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
  /** The account is erased, with all its texts. */
  | { did: 'erase'; account: string; at: number }
  /** An operator's decision. */
  | { did: 'decide'; letter: string; decision: string; at: number }
  /** An operator reported a return; `heard`: confirmed with a 2xx. */
  | { did: 'return'; letter: string; heard: boolean }
  /** Not a client: the run damaged the stored bytes. */
  | { did: 'damage'; letter: string }
  /** A refusal because of the letter's state. It promises nothing. */
  | { did: 'refused'; letter: string; call: string; code: string }
