/** Works through a list in parallel lanes: one computes while another waits for the database. */
export async function inLanes<One>(
  lanes: number,
  list: Iterable<One>,
  work: (one: One, lane: number) => Promise<void>,
): Promise<void> {
  const left = list[Symbol.iterator]()
  async function runLane(lane: number) {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value, lane)
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)))
}

export const lanes = 2
