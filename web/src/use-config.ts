import type { Config } from '@lacre/letter/calls.ts'
import { day, type Day, seconds, type ClosedDays, type CutOff } from '@lacre/letter/days.ts'
import { cents } from '@lacre/letter/price/money.ts'
import { firstPrices, priceOn, type Price, type PriceRow } from '@lacre/letter/price/price.ts'
import { useEffect, useRef, useState } from 'react'
import { askConfig, config, type Answer } from './api.ts'

/** Undefined until the server answers, `unknown` when it does not. */
export function useConfig(): Config | 'unknown' | undefined {
  const [known, setKnown] = useState<Config | 'unknown'>()
  useEffect(() => {
    void config().then((answer) => setKnown(answer.ok ? answer.body : 'unknown'))
  }, [])
  return known
}

/**
 * The price of that day, by the dated prices of the server (design/money.md#dated-prices); undefined while unknown.
 * Fetched again when the day changes on an open page, and after a failure every 30 s and when back online.
 */
export function usePrice(today: Day | undefined): Price | undefined {
  const [rows, setRows] = useState<readonly PriceRow[]>()
  const hasFetched = useRef(false)
  useEffect(() => {
    if (!today) return undefined
    async function receive(answer: Promise<Answer<Config>>) {
      const found = readPrices(await answer)
      if (!found || !retrying) return
      setRows(found)
      stop()
    }
    const retry = () => void receive(askConfig())
    let retrying: ReturnType<typeof setInterval> | undefined = setInterval(retry, everyMs)
    addEventListener('online', retry)
    function stop() {
      clearInterval(retrying)
      retrying = undefined
      removeEventListener('online', retry)
    }
    void receive(hasFetched.current ? askConfig() : config())
    hasFetched.current = true
    return stop
  }, [today])
  return today && rows && priceOn(dated(today, rows), rows)
}

/** A wrong clock may give a day before the first price; then the first price counts. */
const dated = (today: Day, rows: readonly PriceRow[]): Day =>
  rows.reduce(
    (latest, { from }) => (from > latest && rows.every((row) => row.from >= from) ? from : latest),
    today,
  )

const everyMs = seconds(30)

/** A server without dated prices (404) has those of the specification. Undefined: unknown, and never guessed. */
function readPrices(answer: Answer<Partial<Config>>): readonly PriceRow[] | undefined {
  if (!answer.ok && answer.status !== 404) return undefined
  const given = answer.ok ? answer.body.prices : undefined
  return (
    given?.map(({ from, code, cents: amount }) => ({ from: day(from), code, cents: cents(amount) })) ??
    firstPrices
  )
}

/** Whether the print room prints in black and white (`PRINT_COLOUR`, design/paper.md#photos). */
export const printsGrey = async (): Promise<boolean> => {
  const answer = await config()
  return answer.ok && answer.body.printColour === 'grey'
}

export function usePrintsGrey(): boolean {
  const known = useConfig()
  return typeof known === 'object' && known.printColour === 'grey'
}

/** Days without posting besides weekends and holidays (`CLOSED_DAYS`); empty until the server answers. */
export function useClosedDays(): ClosedDays {
  const known = useConfig()
  const { closedDays = [] }: Partial<Config> = typeof known === 'object' ? known : {}
  return closedDays.map(day)
}

/** When batches close; undefined until the server answers, and where they are closed by hand. */
export function useCutOff(): CutOff | undefined {
  const known = useConfig()
  const { cutOff, closedDays = [] }: Partial<Config> = typeof known === 'object' ? known : {}
  return cutOff ? { ...cutOff, closed: closedDays.map(day) } : undefined
}
