import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

const drawing = (lines: ReactNode) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {lines}
  </svg>
)
const lines = (...ends: [from: number, to: number][]) =>
  drawing(<path d={ends.map(([from, to], row) => `M${from} ${4 + row * 4}H${to}`).join('')} />)

/** Icons of the toolbar. Decoration: each button has a name. */
export const glyphs = {
  left: lines([3, 17], [3, 11], [3, 17], [3, 11]),
  center: lines([3, 17], [6, 14], [3, 17], [6, 14]),
  right: lines([3, 17], [9, 17], [3, 17], [9, 17]),
  justify: lines([3, 17], [3, 17], [3, 17], [3, 17]),
  bulletList: drawing(
    <>
      <path d="M8 5h9M8 10h9M8 15h9" />
      <path strokeWidth="2.6" d="M3.5 5h.01M3.5 10h.01M3.5 15h.01" />
    </>,
  ),
  orderedList: drawing(
    <>
      <path d="M9 5h8M9 10h8M9 15h8" />
      <path strokeWidth="1.3" d="M3 3.5 4.2 3v4.2M3 12.3c.2-1.1 2.3-1.2 2.2.1 0 .9-1.6 1.5-2.2 2.6h2.4" />
    </>,
  ),
  quote: drawing(<path d="M8 6c-2.6.7-4 2.5-4 5.5V14h4v-3.5H5.5M16 6c-2.6.7-4 2.5-4 5.5V14h4v-3.5h-2.5" />),
  code: drawing(<path d="m7 6-4 4 4 4M13 6l4 4-4 4" />),
  link: drawing(
    <path d="M8.3 11.7a3 3 0 0 0 4.3.2l3-3a3 3 0 0 0-4.3-4.2L10 6M11.7 8.3a3 3 0 0 0-4.3-.2l-3 3a3 3 0 0 0 4.3 4.2L10 14" />,
  ),
  photo: drawing(<path d="M3 4.5h14v11H3zM3.5 14l4-4.5 3 3 2-2 4 4M13 8h.01" />),
  clear: drawing(<path d="M4 4h10M9 4 7.5 15M12 12l4.5 4.5M16.5 12 12 16.5" />),
}

/** A toolbar button; a press keeps the selection in the letter. */
export function ToolButton({
  name,
  face,
  onPress,
  isPressed,
  isExpanded,
  controls,
  isOff = false,
  keys,
  isTabStop = false,
}: {
  name: string
  face: ReactNode
  onPress: () => void
  isPressed?: boolean
  isExpanded?: boolean
  controls?: string
  isOff?: boolean
  keys?: string
  isTabStop?: boolean
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-controls={isExpanded ? controls : undefined}
      aria-disabled={isOff || undefined}
      aria-keyshortcuts={keys}
      tabIndex={isTabStop ? 0 : -1}
      // In a field of the tools the focus may leave: blur applies its value.
      onMouseDown={(event) => document.activeElement instanceof HTMLInputElement || event.preventDefault()}
      onClick={() => !isOff && onPress()}
    >
      {face}
    </button>
  )
}
