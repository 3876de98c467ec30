/** Two sides or more measured one after the other in each round, so that a busy machine weighs on all of them alike. */
const warmUp = 5
const resamples = 1000

export type Times = number[]
/** Milliseconds of each side in each round; the first rounds are dropped. */
export function inTurns<Side extends string>(
  sides: Record<Side, (round: number) => Promise<unknown>>,
  rounds: number,
): Promise<Record<Side, Times>> {
  const timed = Object.entries<(round: number) => Promise<unknown>>(sides).map(([name, act]) => [
    name,
    async (round: number) => {
      const start = performance.now()
      await act(round)
      return performance.now() - start
    },
  ])
  return figuresInTurns(Object.fromEntries(timed) as Record<Side, (round: number) => Promise<number>>, rounds)
}

/** The same where each side says itself what it took. */
export async function figuresInTurns<Side extends string>(
  sides: Record<Side, (round: number) => Promise<number>>,
  rounds: number,
  warmUps = warmUp,
): Promise<Record<Side, Times>> {
  const names = Object.keys(sides) as Side[]
  const figures = Object.fromEntries(names.map((name) => [name, [] as Times])) as Record<Side, Times>
  for (let round = -warmUps; round < rounds; round++)
    for (const name of names) {
      const figure = await sides[name](round)
      if (round >= 0) figures[name].push(figure)
    }
  return figures
}

const sorted = (times: Times) => times.toSorted((one, other) => one - other)
export const median = (times: Times): number => sorted(times)[times.length >> 1] ?? NaN
const again = (times: Times) => times.map(() => times[Math.floor(Math.random() * times.length)]!)

/** `3.10 [2.95–3.30]`: the ratio of the medians, and where 95 of 100 resamples of the rounds have it. */
export function ratioOf(times: Times, base: Times): string {
  const ratios = sorted(Array.from({ length: resamples }, () => median(again(times)) / median(again(base))))
  const at = (part: number) => ratios[Math.floor(resamples * part)]!.toFixed(2)
  return `${(median(times) / median(base)).toFixed(2)} [${at(0.025)}–${at(0.975)}]`
}

export const inMs = (times: Times): string => `${median(times).toFixed(median(times) < 10 ? 2 : 0)} ms`
