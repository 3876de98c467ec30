import type { ComponentType } from 'react'

/** `isWhole: false`: something of it could not be loaded, so it is asked for again at the next visit. */
export type Screen = { default: ComponentType; isWhole?: boolean }
