import type { BatchSummary, LetterCard, PrintRoomOverview } from '@lacre/letter/print-room/calls.ts'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import PrintRoom from '../print-room.tsx'

export const batchOf = (batch: string, part: Partial<BatchSummary> = {}): BatchSummary => ({
  batch,
  closedAt: '2026-11-23T16:30:00.000Z',
  closedBy: 'Ana Ruiz',
  letters: 39,
  sheets: 45,
  grams: 439.1,
  brackets: [{ bracket: 20, letters: 39 }],
  printed: 0,
  enclosed: 0,
  posted: 0,
  held: 0,
  reprinted: 0,
  isMade: true,
  sha256: 'c0ffee',
  receipt: null,
  stage: 'closed',
  ...part,
})

export const overviewOf = (part: Partial<PrintRoomOverview> = {}): PrintRoomOverview => ({
  operator: { name: 'Ana Ruiz', isSupervisor: false },
  waiting: {
    letters: 40,
    sheets: 46,
    grams: 449.6,
    brackets: [{ bracket: 20, letters: 40 }],
    oldest: '2026-11-23T07:00:00.000Z',
  },
  later: [],
  nextCutOff: '2026-11-23T16:30:00.000Z',
  now: '2026-11-23T09:00:00.000Z',
  newest: [batchOf('B0002')],
  needsPerson: 0,
  issues: 0,
  ...part,
})

export const cardOf = (place: number, part: Partial<LetterCard> = {}): LetterCard => ({
  id: `0000000${place}-0000-4000-8000-000000000000`,
  hash: 'abcd1234',
  state: 'printed',
  pages: 3,
  sheets: 2,
  postalCode: '06700',
  province: 'Badajoz',
  postOn: null,
  batch: 'B0001',
  place,
  enclosedAt: null,
  attempts: [],
  steps: [],
  payment: null,
  againOf: null,
  again: null,
  issues: [],
  can: ['enclosed', 'reprint'],
  ...part,
})

const pathOf = (address: RequestInfo | URL) =>
  (address instanceof Request ? address.url : address.toString()).replace('/print-room', '')

type Answer = () => Response | Promise<Response>

/** The server is outside of the browser: its answers are given here. What was asked is in `asked`. */
export async function openConsole(answers: Record<string, Answer>, path = '/print-room') {
  localStorage.setItem('token', 'abc')
  const asked: { call: string; body: unknown }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, request) => {
    const call = `${request?.method ?? 'GET'} ${pathOf(address)}`
    asked.push({ call, body: typeof request?.body === 'string' ? JSON.parse(request.body) : undefined })
    const answer = answers[call]
    return answer ? answer() : Response.json({ detail: `Nadie contesta a ${call}.` }, { status: 404 })
  })
  const place = memoryLocation({ path, record: true })
  await render(
    <Router hook={place.hook} searchHook={place.searchHook}>
      <main>
        <PrintRoom />
      </main>
    </Router>,
  )
  return { place, asked, calls: () => asked.map(({ call }) => call) }
}

export const answer =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })
