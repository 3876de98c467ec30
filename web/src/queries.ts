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

/** A refused call as queries and mutations reject with it; `message` is its sentence. */
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

const isLost = (error: Error) => error instanceof RefusedError && error.refused.status === 0

/** What screens have asked the server, apart from the first page's scripts (docs/decisions/react-query.md). */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Answers belong to a session: the next account must not see the one before.
      queryKeyHashFn: (key) => hashKey([token(), key]),
      // Only a lost connection is tried again, once: a refusal stays one.
      retry: (failures, error) => isLost(error) && failures < 1,
      retryDelay: 1000,
      // Without a network a screen says so; it does not wait for one.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      // Asked for when it is opened, and then only on purpose: rows wait on the screen for `Deshacer`.
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

/** Reads what a call answers, under `key`. */
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
