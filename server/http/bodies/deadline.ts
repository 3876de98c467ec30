import { seconds, type Ms } from '@lacre/letter/days.ts'

/** Each byte that comes brings a little time, of which nobody ever has more than `stall`: who rests has none to spare. */
export function createDeadline(
  end: () => void,
  { stall, bytesPerSecond }: { stall: Ms; bytesPerSecond: number },
) {
  let last = performance.now() + stall
  let timer = setTimeout(look, stall)
  let isOver = false
  function look() {
    const left = last - performance.now()
    if (left > 0) timer = setTimeout(look, left)
    else end()
  }
  return {
    brought(bytes: number) {
      last = Math.min(performance.now() + stall, last + seconds(bytes / bytesPerSecond))
    },
    /** Until what it returns is called: time that we take is not theirs. */
    pause() {
      clearTimeout(timer)
      const since = performance.now()
      return () => {
        last += performance.now() - since
        if (!isOver) look()
      }
    },
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
