import {
  hashKey,
  QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { type Answer, detailOf, type Refused } from './api.ts'
import { token } from './session.ts'

/** What queries and mutations reject with. `message` is the sentence of the refusal. */
export class RefusedError extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super(detailOf(refused))
    this.refused = refused
  }
}
declare module '@tanstack/react-query' {
  interface Register {
    defaultError: RefusedError
  }
}

const hasNoConnection = (error: Error) => error instanceof RefusedError && error.refused.status === 0

/** The query cache. In a chunk of its own, so that the first paint does not wait for it (docs/decisions/react-query.md). */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Answers are cached per session: the next account must not see them.
      queryKeyHashFn: (key) => hashKey([token(), key]),
      // Only a lost connection is retried, once; a refusal is final.
      retry: (failures, error) => hasNoConnection(error) && failures < 1,
      retryDelay: 1000,
      // Offline, a screen reports the error instead of waiting.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      // Loaded when a screen opens, and then only on purpose: a refetch would drop the rows that wait for `Deshacer`.
      staleTime: Infinity,
      gcTime: 0,
    },
    mutations: { networkMode: 'always', gcTime: 0 },
  },
})

/** @throws RefusedError */
export async function take<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call
  if (!answer.ok) throw new RefusedError(answer)
  return answer.body
}

/** Replaces the item with the same id, else adds it in front. */
export const upsert = <Item extends { id: string }>(list: readonly Item[], item: Item): Item[] =>
  list.some(({ id }) => id === item.id)
    ? list.map((one) => (one.id === item.id ? item : one))
    : [item, ...list]

/** The answer of a call, cached under `key`. */
export const useAnswer = <T>(
  key: QueryKey,
  call: () => Promise<Answer<T>>,
  options: Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'> = {},
) => useQuery({ ...options, queryKey: key, queryFn: () => take(call()) }, queries)

/** A call that changes something; `onDone` and `onEnd` also run once the screen is left. */
export const useCall = <Sent, T>(
  call: (sent: Sent) => Promise<Answer<T>>,
  onDone?: (body: T, sent: Sent) => unknown,
  onEnd?: (refused: Refused | undefined) => unknown,
) =>
  useMutation(
    {
      mutationFn: (sent: Sent) => take(call(sent)),
      onSuccess: (body, sent) => onDone?.(body, sent),
      onSettled: (_body, error) => onEnd?.(error?.refused),
    },
    queries,
  )
