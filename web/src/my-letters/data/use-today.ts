import { useState } from 'react'
import { madridDay, type Day } from '@lacre/letter/day.ts'

/** The day it is in Spain, as of when the page was opened. */
export function useToday(): Day {
  const [today] = useState(() => madridDay(new Date()))
  return today
}
