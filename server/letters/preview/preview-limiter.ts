/** Who is waiting for a preview now; nobody may take all the typesetters from those who are paying. */
type PreviewLimiter = {
  /** Undefined when there is none, for this address or at all; else what gives it back. */
  take(address: string): (() => void) | undefined
}

const most = 8
const mostOfOne = 3

export function createPreviewLimiter(): PreviewLimiter {
  const taken = new Map<string, number>()
  let all = 0
  const of = (address: string) => taken.get(address) ?? 0

  return {
    take(address) {
      if (all >= most || of(address) >= mostOfOne) return undefined
      all++
      taken.set(address, of(address) + 1)
      return () => {
        all--
        if (of(address) === 1) taken.delete(address)
        else taken.set(address, of(address) - 1)
      }
    },
  }
}
