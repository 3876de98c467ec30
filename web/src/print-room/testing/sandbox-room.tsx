import { vi } from 'vitest'
import { renderAt } from '../../testing/render-at.tsx'
import PrintRoom from '../print-room.tsx'

const pathOf = (address: RequestInfo | URL) =>
  (address instanceof Request ? address.url : address.toString()).replace('/print-room', '')

type Answer = () => Response | Promise<Response>

/** A stubbed server, which records the requests. */
export async function openConsole(answers: Record<string, Answer>, path = '/print-room') {
  localStorage.setItem('token', 'abc')
  const asked: { call: string; body: unknown }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, request) => {
    const call = `${request?.method ?? 'GET'} ${pathOf(address)}`
    asked.push({ call, body: typeof request?.body === 'string' ? JSON.parse(request.body) : undefined })
    const answer = answers[call]
    return answer ? answer() : Response.json({ detail: `Nadie contesta a ${call}.` }, { status: 404 })
  })
  await renderAt(
    <main>
      <PrintRoom />
    </main>,
    path,
  )
  return { asked, calls: () => asked.map(({ call }) => call) }
}

export const answer =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })
