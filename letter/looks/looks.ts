/** How the letters of one style are set: sizes in points, leading in em, `measure` as wide in millimetres as is read best. */
export type Look = { size: number; leading: number; measure: number }

/** About 70 characters a line. */
export const usualLook: Look = { size: 12, leading: 0.72, measure: 140 }
