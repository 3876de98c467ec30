import type { LetterSummary } from '@lacre/letter/calls.ts'
import type { LetterAccess } from '@lacre/letter/accounts/letter-access.ts'
import { leavesAt, type CutOff } from '@lacre/letter/days.ts'
import type { State, Step } from '@lacre/letter/journey.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import type { LetterRow } from '../stored/letters-table.ts'
import type { Addresses } from '../stored/sealed-addresses.ts'

type Known = {
  access: LetterAccess
  steps: { step: string; to_state: State; at: Date }[]
  /** Without them (design.md#letters-are-forgotten) it no longer says whom it went to. */
  addresses: Addresses | undefined
  order: LetterSummary['order'] | undefined
  charged: boolean
}

/** A letter in a list. */
export function summaryOf(
  letter: LetterRow,
  { access, steps, addresses, order, charged }: Known,
  cutOff: CutOff | undefined,
): LetterSummary {
  const lastAt = (step: Step) => steps.findLast((taken) => taken.step === step)?.at.toISOString() ?? null
  return {
    id: letter.id,
    access,
    state: letter.state,
    recipient: addresses?.destination.name ?? '',
    city: addresses?.destination.city ?? '',
    pages: letter.pages,
    sheets: letter.sheets,
    hash: shortHash(letter.pdf_sha256),
    total: letter.total_cents,
    createdAt: letter.created_at.toISOString(),
    // By its payment, or by a person who found it paid.
    paidAt: steps.find(({ to_state }) => to_state === 'paid')?.at.toISOString() ?? null,
    charged,
    postedAt: lastAt('post'),
    postOn: letter.post_on,
    cancelUntil:
      cutOff && letter.state === 'paid' && access !== 'figures'
        ? leavesAt(letter.state_since, letter.post_on, cutOff).toISOString()
        : null,
    order: order ?? null,
  }
}
