import type { LetterSummary } from '@lacre/letter/calls.ts'

type Group = { order: LetterSummary['order']; letters: LetterSummary[] }

/** What was paid together stands together (design.md#orders), where its newest letter is; what was searched for, alone. */
export function groupsOf(letters: readonly LetterSummary[], isSearch: boolean): Group[] {
  const groups = new Map<string, Group>()
  for (const letter of letters) {
    const order = isSearch ? null : letter.order
    const known = groups.get(order?.id ?? letter.id)
    if (known) known.letters.push(letter)
    else groups.set(order?.id ?? letter.id, { order, letters: [letter] })
  }
  return [...groups.values()]
}
