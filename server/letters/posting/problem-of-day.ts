import type { Problem } from '../pages/problems.ts'

/** Why a letter cannot be for the day somebody chose, and what to do about it. */
export const problemOfDay = (code: 'day-passed' | 'day-too-far', ahead: number): Problem => ({
  code,
  at: 'letter',
  detail:
    code === 'day-passed'
      ? 'El día de envío que eligió ya ha pasado. Elija otro, o envíela lo antes posible.'
      : `El día de envío puede ser, como mucho, dentro de ${ahead} días. Elija otro.`,
})
