import { useId, useRef, useState, type MouseEvent } from 'react'
import { checkRecipient } from '@lacre/letter/address/recipient.ts'
import { maxRowsText, readRows } from '@lacre/letter/recipients/read-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { KeptRecipient } from './kept-recipients.ts'
import styles from './recipients.module.css'

const tooLong = 'Es demasiado largo para una lista de direcciones. Pegue solo las filas que quiera añadir.'
const unreadable = 'No se ha podido leer el archivo. Vuelva a elegirlo, o copie sus filas y péguelas aquí.'

/** Rows of a spreadsheet or a CSV, or addresses in lines, pasted or from a file; each is taken, whole or to be corrected. */
export function PasteRows({ onRows }: { onRows: (rows: KeptRecipient[], press?: MouseEvent) => void }) {
  const [text, setText] = useState('')
  const [trouble, setTrouble] = useState('')
  const panel = useRef<HTMLDetailsElement>(null)
  const [fieldId, hintId, fileId] = [useId(), useId(), useId()]

  function take(table: string, press?: MouseEvent) {
    if (table.length > maxRowsText) return setTrouble(tooLong)
    setTrouble('')
    const rows = readRows(table)
    if (rows.length) {
      setText('')
      // What was taken stands below, on a phone out of sight.
      if (panel.current) panel.current.open = false
    }
    onRows(
      rows.map(({ address, written }) => (checkRecipient(address) ? { ...address, written } : address)),
      press,
    )
  }
  async function open(file: File | undefined) {
    if (!file) return
    // No character takes more bytes than four.
    if (file.size > 4 * maxRowsText) return setTrouble(tooLong)
    // Moved away meanwhile, or on a disk that is gone.
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (!bytes) return setTrouble(unreadable)
    take(inText(bytes))
  }

  return (
    <details ref={panel} className={styles.source}>
      <summary>Pegar una lista o abrir un archivo</summary>
      <label htmlFor={fieldId}>Una fila por persona</label>
      <p id={hintId} className={styles.where}>
        Nombre, calle, código postal y ciudad: las celdas de una hoja de cálculo, o separados por punto y coma
        o por comas. También direcciones en varias líneas, como en una agenda, con una línea vacía entre
        ellas.
      </p>
      <textarea
        id={fieldId}
        aria-describedby={hintId}
        className={styles.rows}
        rows={5}
        autoComplete="off"
        spellCheck={false}
        placeholder="Ana Ruiz; Calle Larios 3; 29005; Málaga"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div className={styles.take}>
        <Button kind="secondary" disabled={!text.trim()} onClick={(press) => take(text, press)}>
          Añadir estas filas
        </Button>
        <label htmlFor={fileId}>
          O un archivo CSV:
          <input
            id={fileId}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={({ currentTarget }) => {
              void open(currentTarget.files?.[0])
              currentTarget.value = '' // the same one may be opened again
            }}
          />
        </label>
      </div>
    </details>
  )
}

/** UTF-8; what is not comes from a spreadsheet that writes as Windows does. */
function inText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
