import type { DownloadBody } from '@lacre/letter/print-room/calls.ts'

/** As the record says it, before the hash of what was taken. */
export const whyOf = ({ reason, note }: DownloadBody): string => [reason, note].filter(Boolean).join(' · ')

/** `B0001-Olga-Perez.pdf`: whoever finds it sees who took it (design.md#operator-factor). Letters any system takes. */
export function fileName(what: string, operator: string, kind: 'pdf' | 'csv'): string {
  const plain = operator.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const words = plain.match(/[A-Za-z0-9]+/g) ?? []
  return `${[what, ...words].join('-')}.${kind}`
}
