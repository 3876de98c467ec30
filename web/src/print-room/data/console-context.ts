import { createContext, useContext } from 'react'
import type { Refused } from '../../api.ts'

/** What every part of the console shares. */
export type ConsoleContext = {
  /** Asks the totals of the navigation and of today anew, after an action. */
  refresh: () => void
  /** This account is no operator any more: true when that led away from the console. */
  redirectIfUnauthorized: (refused: Refused) => boolean
}

const context = createContext<ConsoleContext | undefined>(undefined)
export const ConsoleProvider = context.Provider

/** @throws Error outside of the console. */
export function useConsole(): ConsoleContext {
  const shared = useContext(context)
  if (!shared) throw new Error('outside of the console')
  return shared
}

const unknownResult =
  'No ha llegado la respuesta del servidor y no se sabe si se ha hecho. Mire los datos antes de repetirlo.'

/** Of an action: without an answer nobody knows whether it was done (design.md#unknown-is-a-state). */
export const detailOfAction = ({ detail }: Refused): string => detail ?? unknownResult
