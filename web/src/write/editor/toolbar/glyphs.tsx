import type { ReactNode } from 'react'

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

/** The toolbar's drawings; decoration, for each button has a name. */
export const glyphs = {
  left: lines([3, 17], [3, 11], [3, 17], [3, 11]),
  center: lines([3, 17], [6, 14], [3, 17], [6, 14]),
  right: lines([3, 17], [9, 17], [3, 17], [9, 17]),
  justify: lines([3, 17], [3, 17], [3, 17], [3, 17]),
  bulletList: drawing(
    <>
      <path d="M8 5h9M8 10h9M8 15h9" />
      <path strokeWidth="2.6" d="M3.500 5h.01M3.500 10h.01M3.500 15h.01" />
    </>,
  ),
  orderedList: drawing(
    <>
      <path d="M9 5h8M9 10h8M9 15h8" />
      <path
        strokeWidth="1.300"
        d="M3 3.500 4.200 3v4.200M3 12.300c.2-1.100 2.300-1.200 2.200.1 0 .9-1.600 1.500-2.200 2.600h2.400"
      />
    </>,
  ),
  quote: drawing(
    <path d="M8 6c-2.600.7-4 2.500-4 5.500V14h4v-3.500H5.500M16 6c-2.600.7-4 2.500-4 5.500V14h4v-3.500h-2.500" />,
  ),
  code: drawing(<path d="m7 6-4 4 4 4M13 6l4 4-4 4" />),
  link: drawing(
    <path d="M8.300 11.700a3 3 0 0 0 4.300.2l3-3a3 3 0 0 0-4.300-4.200L10 6M11.700 8.300a3 3 0 0 0-4.300-.2l-3 3a3 3 0 0 0 4.300 4.200L10 14" />,
  ),
  clear: drawing(<path d="M4 4h10M9 4 7.500 15M12 12l4.500 4.500M16.500 12 12 16.500" />),
}
