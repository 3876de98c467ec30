import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { checkRecipient } from '@lacre/letter/address/address.ts'
import type { Reading, Role } from './columns.ts'
import type { KeptRecipient } from '../../drafts/kept-addresses.ts'
import type { PastedRow } from './read-lines.ts'
import type { Recipients } from './use-recipients.ts'

/** In characters and bytes; contacts in a file may have photos. */
const most = { text: 50_000, file: 20_000_000 }

const tooLong = 'Es demasiado largo para una lista de direcciones. Pegue solo las filas que quiera añadir.'
const noReader = 'No se ha podido leer la lista. Compruebe su conexión y vuelva a intentarlo.'
const unreadable = 'No se ha podido leer el archivo. Vuelva a elegirlo, o copie sus filas y péguelas aquí.'
const noAddress = 'En lo que ha pegado no hay ninguna dirección. Corríjalo o bórrelo.'
const noAddressInFile = 'En este archivo no hay ninguna dirección.'

/** A list shown before it is added; the first reading is shown. */
type Opened = { title: string; text?: string; readings: Reading[] }

const kept = (rows: PastedRow[]): KeptRecipient[] =>
  rows.map(({ address, written, greeting }) => ({
    ...address,
    ...(greeting && { greeting }),
    ...(checkRecipient(address) && { written }),
  }))

/** The pasted text, kept until its rows are added. */
export function usePasted({ pasted: text, setPasted: setText }: Recipients) {
  const [trouble, setTrouble] = useState('')
  const [opened, setOpened] = useState<Opened>()
  const isReading = useRef(false)
  const panel = useRef<HTMLDetailsElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  /** Undefined on failure, or while another read is under way. */
  async function once<T>(read: () => Promise<T>, failure: string): Promise<T | undefined> {
    if (isReading.current) return undefined
    isReading.current = true
    setTrouble('')
    try {
      return await read()
    } catch {
      setTrouble(failure) // the file was moved, or the parser could not be loaded
      return undefined
    } finally {
      isReading.current = false
    }
  }
  function close(taken?: string) {
    setOpened(undefined)
    // Keeps text typed while the rows were read.
    if (field.current && field.current.value !== taken) return
    // Adding a file keeps the typed text.
    if (taken !== undefined) setText('')
    // Closes the panel, which on a phone would hide the added rows below.
    if (panel.current) panel.current.open = false
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
    opened,
    choose(at: number, role: Role) {
      const [first, ...others] = opened?.readings ?? []
      if (opened && first?.table)
        setOpened({ ...opened, readings: [first.table.choose(at, role), ...others] })
    },
    readOtherwise() {
      const [first, ...others] = opened?.readings ?? []
      if (opened && first) setOpened({ ...opened, readings: [...others, first] })
    },
    leave: () => setOpened(undefined),
    takeOpened(): KeptRecipient[] {
      const rows = kept(opened?.readings[0]?.rows ?? [])
      close(opened?.text)
      return rows
    },
    /** Parses the text into rows; undefined when unreadable. 'shown': parts would be lost, so the list is shown first. */
    take: () =>
      once(async (): Promise<KeptRecipient[] | 'shown' | undefined> => {
        if (text.length > most.text) {
          setTrouble(tooLong)
          return undefined
        }
        const { readList } = await import('./read-rows.ts')
        const reading = readList(text)
        if (reading.unused.length || reading.withoutAddress.length) {
          if (panel.current) panel.current.open = true
          setOpened({ title: 'La lista pegada', text, readings: [reading] })
          return 'shown'
        }
        if (reading.rows.length) close(text)
        return kept(reading.rows)
      }, noReader),
    /** Explains at the field why there are no rows, and focuses it. */
    explain(isEmpty: boolean) {
      flushSync(() => isEmpty && setTrouble(noAddress))
      if (panel.current) panel.current.open = true
      field.current?.focus()
    },
    read: (file: File) =>
      once(async () => {
        if (file.size > most.file) return setTrouble(tooLong)
        const { openFile } = await import('./open-file.ts')
        const read = await openFile(new Uint8Array(await file.arrayBuffer()))
        if ('refused' in read) return setTrouble(read.refused)
        const isEmpty = !read.readings[0]?.rows.length && !read.readings[0]?.table
        if (isEmpty) return setTrouble(noAddressInFile)
        setOpened({ title: file.name, readings: read.readings })
      }, unreadable),
  }
}
export type Pasted = ReturnType<typeof usePasted>
