/** What was found: from each state, where each thing that can be done leads. */
type Graph<Name extends string> = Map<string, Map<Name, string>>

/** A world that begins anew; `take` says the state it led to, or undefined where it cannot be done. */
export type Walk<Name extends string> = { state: string; take: (name: Name) => Promise<string | undefined> }

/**
 * Takes every action in every state that there is, each once: on from where one is, to the nearest state with something
 * left, else from the beginning. On the way there known steps are taken again, and must lead where they led before.
 * `limit`: it ends after that many steps.
 */
export async function explore<Name extends string>(
  names: readonly Name[],
  begin: () => Promise<Walk<Name>>,
  limit = Infinity,
): Promise<Graph<Name>> {
  const graph: Graph<Name> = new Map()
  const left = new Map<string, Name[]>()
  const meet = (state: string) => {
    if (graph.has(state)) return
    graph.set(state, new Map())
    left.set(state, [...names])
  }
  let walk = await begin()
  const first = walk.state
  meet(first)
  let taken = 0
  while (taken < limit) {
    let way = wayToWork(graph, left, walk.state)
    if (!way && walk.state !== first) {
      walk = await begin()
      way = wayToWork(graph, left, first)
    }
    if (!way) return graph
    for (const name of way) {
      const expected = graph.get(walk.state)?.get(name)
      const led = await walk.take(name)
      if (led !== expected) throw new Error(`${walk.state}\n${name} led once to ${expected}, now to ${led}`)
      walk.state = led ?? walk.state
      taken++
    }
    const name = left.get(walk.state)?.shift()
    if (!name) continue
    const led = await walk.take(name)
    if (led === undefined) continue
    taken++
    graph.get(walk.state)?.set(name, led)
    meet(led)
    walk.state = led
  }
  return graph
}

/** The shortest way over known steps to a state where something is left to do; empty: it is here. */
function wayToWork<Name extends string>(
  graph: Graph<Name>,
  left: Map<string, Name[]>,
  from: string,
): Name[] | undefined {
  const ways = new Map<string, Name[]>([[from, []]])
  for (const [state, way] of ways) {
    if (left.get(state)?.length) return way
    for (const [name, next] of graph.get(state) ?? []) if (!ways.has(next)) ways.set(next, [...way, name])
  }
  return undefined
}
