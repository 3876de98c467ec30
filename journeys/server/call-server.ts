import type { Server } from './server.ts'

type Asked = { method?: string; body?: object; headers?: Record<string, string> }

/** A call as a page makes it, with this session: a POST where it has a body. */
export const callServer = (
  { url }: Pick<Server, 'url'>,
  token: string | null,
  path: string,
  { body, method = body ? 'POST' : 'GET', headers }: Asked = {},
): Promise<Response> =>
  fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })

/** What such a call answers. @throws Error with it, unless it is a 2xx */
export async function answerOf<T>(...call: Parameters<typeof callServer>): Promise<T> {
  const answer = await callServer(...call)
  if (!answer.ok) throw new Error(`${call[2]} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
