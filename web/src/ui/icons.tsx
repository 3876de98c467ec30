import type { ReactNode } from 'react'

/** Line icons of one stroke width. Decoration: the control needs a name of its own. */
export const icon = (drawing: ReactNode) =>
  function Icon({ size = 20 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {drawing}
      </svg>
    )
  }

export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const AvatarIcon = icon(
  <>
    <circle cx="12" cy="8.5" r="3.75" />
    <path d="M4.5 20c.9-3.6 3.8-5.5 7.5-5.500s6.6 1.9 7.5 5.5" />
  </>,
)
export const PencilIcon = icon(
  <path d="m4 20 1.2-4.400L16.5 4.300a1.7 1.7 0 0 1 2.4 0l.8.8a1.7 1.7 0 0 1 0 2.400L8.4 18.8 4 20Zm10.8-14 3.2 3.2" />,
)
export const CheckIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="m8 12.3 2.8 2.700L16 9.5" />
  </>,
)
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.500v5.500M12 16.400v.1" />
  </>,
)
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.500M12 7.600v.1" />
  </>,
)
export const BookIcon = icon(
  <>
    <path d="M6.5 3.500h12v17h-12a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2Z" />
    <path d="M4.500 8h-1.500M4.500 16h-1.500" />
    <circle cx="11.75" cy="10" r="2" />
    <path d="M8.5 15.500c.5-1.600 1.700-2.400 3.250-2.400s2.750.8 3.250 2.400" />
  </>,
)
export const EnvelopeIcon = icon(
  <>
    <path d="M3 5.500h18v13H3z" />
    <path d="m3.5 6.5 8.5 6.5 8.5-6.5" />
  </>,
)
export const NibIcon = icon(
  <>
    <path d="M12 21 6.5 13 9 4h6l2.5 9L12 21Z" />
    <path d="M12 21v-8" />
    <circle cx="12" cy="11.5" r="1.5" />
  </>,
)
export const SealIcon = icon(
  <>
    <path d="M12 3.200c2 .1 2.7 1.3 4.4 1.9 1.7.7 3 .8 3.5 2.6.4 1.7-.4 2.7-.3 4.4.1 1.8.9 2.9.1 4.5-.8 1.5-2.2 1.5-3.7 2.5-1.5.9-2.3 2-4 1.9-1.8 0-2.5-1.2-4.1-1.9-1.7-.8-3-.7-3.7-2.4-.6-1.6.2-2.7.2-4.5 0-1.7-.9-2.9-.3-4.5.6-1.7 2-1.8 3.6-2.600C9.3 4.4 10.2 3.1 12 3.200Z" />
    <path d="M10.3 8.200v7.300h4.2" />
  </>,
)
