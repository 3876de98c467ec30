/** What may open an account. With the sessions go the browsers that are known. */
export type Access = 'password' | 'sessions' | 'links' | 'social'

/**
 * What an account may be: a claim on an address until its mailbox is proven for it; lost when another one is proven
 * there, so that nothing opens it any more, but for what it has paid (design.md#paid-unproven).
 */
export type AccountState = 'claim' | 'proven' | 'lost'

type Proof = { of: readonly AccountState[]; adds: boolean; ends: readonly Access[]; keepProven?: boolean }

/**
 * The ways in which a mailbox is proven (design.md#claims); nothing else changes what an account is. `of`: which account
 * of the address may be proven so, the first that there is; `adds`: where there is none, one is made. It is 'proven' then,
 * every other claim on the address is 'lost' (`endsOfLosers`). `ends`: what opened the
 * account until then and no longer does, since whoever set it up may have been somebody else; `keepProven`: but what the
 * mailbox itself has proven stays, by a link, a code, a reset or the word of its own provider (design.md#behind-it). When it
 * did is in `mailbox_at`, `password_mailbox_at` and `social_mailbox_at`.
 */
export const proofs = {
  /** In a browser that knows the claim, or with its password: either shows whose claim it is. */
  link: { of: ['claim'], adds: false, ends: [] },
  /** Typed in the browser that asked. Of the claims only one made in this very browser counts. */
  code: { of: ['proven', 'claim'], adds: true, ends: ['password', 'sessions', 'social'], keepProven: true },
  /**
   * Joined to what there is, or the beginning of an account. Where the mailbox is not the provider's own, only the beginning,
   * and only where no claim has a letter: who once had the mailbox may still have the identity. It is joined, and proves
   * nothing, in a browser that the mailbox has proven.
   */
  google: { of: ['proven'], adds: true, ends: ['password', 'sessions', 'links'] },
  /**
   * The password is replaced by the one that was chosen with it. A claim that this browser does not know may hold what a
   * stranger put there: an account is made in its place.
   */
  reset: { of: ['proven', 'claim'], adds: true, ends: ['password', 'sessions', 'social'] },
} as const satisfies Record<string, Proof>

export type ProofKind = keyof typeof proofs

/** Of a claim that loses and has not paid; it never had a social identity. */
export const endsOfLosers: readonly Access[] = ['password', 'sessions', 'links']
