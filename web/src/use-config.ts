import type { Config } from '@lacre/letter/calls.ts'
import { day, type Day, seconds, type ClosedDays, type CutOff } from '@lacre/letter/days.ts'
import { cents } from '@lacre/letter/price/money.ts'
import { firstPrices, priceOn, type Price, type PriceRow } from '@lacre/letter/price/price.ts'
import { useEffect, useRef, useState } from 'react'
import { askConfig, config, type Answer } from './api.ts'

/** What the server allows: undefined until it answers, `unknown` when it does not. */
export function useConfig(): Config | 'unknown' | undefined {
  const [known, setKnown] = useState<Config | 'unknown'>()
  useEffect(() => {
    void config().then((answer) => setKnown(answer.ok ? answer.body : 'unknown'))
  }, [])
  return known
}

/**
 * What a letter costs that day, by the server's dated prices (design/money.md#dated-prices); undefined until they are known.
 * They are asked for anew when another day begins on an open page, and, where they could not be had, until they can.
 */
export function usePrice(today: Day | undefined): Price | undefined {
  const [rows, setRows] = useState<readonly PriceRow[]>()
  const wasAsked = useRef(false)
  useEffect(() => {
    if (!today) return undefined
    async function look(asked: Promise<Answer<Config>>) {
      const found = rowsOf(await asked)
      if (!found || !again) return
      setRows(found)
      stop()
    }
    const lookAgain = () => void look(askConfig())
    let again: ReturnType<typeof setInterval> | undefined = setInterval(lookAgain, everyMs)
    addEventListener('online', lookAgain)
    function stop() {
      clearInterval(again)
      again = undefined
      removeEventListener('online', lookAgain)
    }
    void look(wasAsked.current ? askConfig() : config())
    wasAsked.current = true
    return stop
  }, [today])
  return today && rows && priceOn(dated(today, rows), rows)
}

/** A device may say a day before the first price, until the server has said which it is. */
const dated = (today: Day, rows: readonly PriceRow[]): Day =>
  rows.reduce(
    (latest, { from }) => (from > latest && rows.every((row) => row.from >= from) ? from : latest),
    today,
  )

const everyMs = seconds(30)

/** A host that knows of no dated prices has the specification's; undefined: none is known, and none is guessed. */
function rowsOf(answer: Answer<Partial<Config>>): readonly PriceRow[] | undefined {
  if (!answer.ok && answer.status !== 404) return undefined
  const given = answer.ok ? answer.body.prices : undefined
  return (
    given?.map(({ from, code, cents: amount }) => ({ from: day(from), code, cents: cents(amount) })) ??
    firstPrices
  )
}

/** Whether whoever prints does so without colours (`PRINT_COLOUR`, design/paper.md#photos). */
export const printsGrey = async (): Promise<boolean> => {
  const answer = await config()
  return answer.ok && answer.body.printColour === 'grey'
}

export function usePrintsGrey(): boolean {
  const known = useConfig()
  return typeof known === 'object' && known.printColour === 'grey'
}

/** Days on which nothing is posted besides weekends and holidays (`CLOSED_DAYS`); none until the server says. */
export function useClosedDays(): ClosedDays {
  const known = useConfig()
  const { closedDays = [] }: Partial<Config> = typeof known === 'object' ? known : {}
  return closedDays.map(day)
}

/** When batches are closed; undefined until the server says, and where they are closed by hand. */
export function useCutOff(): CutOff | undefined {
  const known = useConfig()
  const { cutOff, closedDays = [] }: Partial<Config> = typeof known === 'object' ? known : {}
  return cutOff ? { ...cutOff, closed: closedDays.map(day) } : undefined
}
