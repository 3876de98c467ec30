import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** The clock of a run: the machine's, shifted by the number in a file. Every process of the run reads it. */
export type WorldClock = { now: () => number; move: (milliseconds: number) => void }

export function worldClock(file: string): WorldClock {
  const moved = () => Number(readFileSync(file, 'utf8'))
  return {
    now: () => Date.now() + moved(),
    move(milliseconds) {
      const draft = `${file}.draft`
      writeFileSync(draft, String(moved() + Math.round(milliseconds)))
      renameSync(draft, file)
    },
  }
}

export const startClock = (file: string): WorldClock => (writeFileSync(file, '0'), worldClock(file))
