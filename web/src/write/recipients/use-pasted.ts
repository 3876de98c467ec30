import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { checkRecipient } from '@lacre/letter/address/address.ts'
import { maxRowsText, readRows } from './read-rows.ts'
import type { KeptRecipient } from './kept-recipients.ts'
import type { Recipients } from './use-recipients.ts'

const tooLong = 'Es demasiado largo para una lista de direcciones. Pegue solo las filas que quiera añadir.'
const unreadable = 'No se ha podido leer el archivo. Vuelva a elegirlo, o copie sus filas y péguelas aquí.'
const noAddress = 'En lo que ha pegado no hay ninguna dirección. Corríjalo o bórrelo.'

/** What is pasted and not yet on the list; it stays until its rows are taken. */
export function usePasted({ pasted: text, setPasted: setText }: Recipients) {
  const [trouble, setTrouble] = useState('')
  const panel = useRef<HTMLDetailsElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  /** Its rows, whole or to be corrected; undefined where it is too long to be read. */
  function take(table: string): KeptRecipient[] | undefined {
    setTrouble(table.length > maxRowsText ? tooLong : '')
    if (table.length > maxRowsText) return undefined
    const rows = readRows(table)
    if (rows.length) {
      // A file leaves what is typed.
      if (table === text) setText('')
      // What was taken stands below, on a phone out of sight.
      if (panel.current) panel.current.open = false
    }
    return rows.map(({ address, written }) => (checkRecipient(address) ? { ...address, written } : address))
  }

  return {
    text,
    write: (written: string) => {
      setTrouble('')
      setText(written)
    },
    trouble,
    panel,
    field,
    take,
    /** Where there are none, why is told at the field. */
    takeAll(): KeptRecipient[] {
      let rows: KeptRecipient[] | undefined
      flushSync(() => {
        rows = take(text)
        if (rows && !rows.length) setTrouble(noAddress)
      })
      if (rows?.length) return rows
      if (panel.current) panel.current.open = true
      field.current?.focus()
      return []
    },
    read: async (file: File): Promise<KeptRecipient[] | undefined> => {
      // No character takes more bytes than four.
      const isTooLong = file.size > 4 * maxRowsText
      // Moved away meanwhile, or on a disk that is gone.
      const bytes = isTooLong ? undefined : await file.arrayBuffer().catch(() => undefined)
      if (bytes) return take(inText(bytes))
      setTrouble(isTooLong ? tooLong : unreadable)
      return undefined
    },
  }
}
export type Pasted = ReturnType<typeof usePasted>

/** UTF-8; what is not comes from a spreadsheet that writes as Windows does. */
function inText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
