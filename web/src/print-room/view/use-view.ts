import { useSearch } from 'wouter'

/** What the console shows, as its address tells it. */
export type View =
  | { is: 'today' | 'scan' | 'find' | 'people' | 'office' | 'record' }
  | { is: 'batch'; batch: string }
  | { is: 'letter'; id: string }

const path = '/print-room'
export const addresses = {
  today: path,
  scan: `${path}?ver=escanear`,
  find: `${path}?ver=buscar`,
  people: `${path}?ver=personas`,
  office: `${path}?ver=oficina`,
  record: `${path}?ver=registro`,
} as const
export const addressOfBatch = (batch: string) => `${path}?tanda=${encodeURIComponent(batch)}`
export const addressOfLetter = (id: string) => `${path}?carta=${encodeURIComponent(id)}`

const named = {
  escanear: 'scan',
  buscar: 'find',
  personas: 'people',
  oficina: 'office',
  registro: 'record',
} as const
const isNamed = (name: string | null): name is keyof typeof named =>
  name !== null && Object.hasOwn(named, name)

function viewOf(search: string): View {
  const asked = new URLSearchParams(search)
  const [batch, id, name] = [asked.get('tanda'), asked.get('carta'), asked.get('ver')]
  if (batch) return { is: 'batch', batch }
  if (id) return { is: 'letter', id }
  return { is: isNamed(name) ? named[name] : 'today' }
}

export const useView = (): View => viewOf(useSearch())
