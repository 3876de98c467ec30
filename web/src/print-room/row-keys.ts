import type { KeyboardEvent } from 'react'

const controls = 'a[href], button'
const turns: Record<string, (here: number, last: number) => number> = {
  ArrowDown: (here, last) => Math.min(here + 1, last),
  ArrowUp: (here) => Math.max(here - 1, 0),
  Home: () => 0,
  End: (_here, last) => last,
}

/** Arrows, Home and End in a table's body: to the same control of another row, or to its last when it has fewer. */
export function rowKeys(event: KeyboardEvent<HTMLElement>): void {
  const turn = turns[event.key]
  if (!turn || event.altKey || event.ctrlKey || event.metaKey) return
  const rows = [...event.currentTarget.children].map((row) => [
    ...row.querySelectorAll<HTMLElement>(controls),
  ])
  const focused = document.activeElement as HTMLElement
  const here = rows.findIndex((row) => row.includes(focused))
  if (here < 0) return
  event.preventDefault()
  const to = rows[turn(here, rows.length - 1)]
  to?.[Math.min(rows[here]!.indexOf(focused), to.length - 1)]?.focus()
}
