import { createContext, useContext } from 'react'
import type { Refused } from '../api.ts'

/** What every part of the console shares. */
export type Door = {
  isSupervisor: boolean
  /** Asks the totals of the navigation and of today anew, after a deed. */
  refresh: () => void
  /** A session that ended, or somebody who is no operator any more: true when that led away from the console. */
  ledAway: (refused: Refused) => boolean
}

const context = createContext<Door | undefined>(undefined)
export const DoorContext = context.Provider

/** @throws Error outside of the console. */
export function useDoor(): Door {
  const door = useContext(context)
  if (!door) throw new Error('outside of the console')
  return door
}

const noAnswer = 'No hay conexión con el servidor. Compruébela e inténtelo de nuevo.'
const unknownOutcome =
  'No ha llegado la respuesta del servidor y no se sabe si se ha hecho. Mire los datos antes de repetirlo.'

/** The sentence of a refusal; every one of the server's has one. */
export const detailOf = ({ detail }: Refused): string => detail ?? noAnswer

/** Of a deed: without an answer nobody knows whether it was done (design, 3.4). */
export const detailOfDeed = ({ detail }: Refused): string => detail ?? unknownOutcome
