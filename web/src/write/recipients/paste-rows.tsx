import { useId, useState, type MouseEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { KeptRecipient } from './kept-recipients.ts'
import styles from './recipients.module.css'
import type { Pasted } from './use-pasted.ts'

/** Rows of a spreadsheet or a CSV, or addresses in lines, pasted or from a file; each is taken, whole or to be corrected. */
export function PasteRows({
  pasted: { text, write, trouble, panel, field, take, read },
  onRows,
}: {
  pasted: Pasted
  onRows: (rows: KeptRecipient[], press?: MouseEvent) => void
}) {
  const [wasPasted] = useState(text !== '')
  const [fieldId, hintId, fileId] = [useId(), useId(), useId()]

  function add(rows: KeptRecipient[] | undefined, press?: MouseEvent) {
    if (rows) onRows(rows, press)
  }

  return (
    <details ref={panel} open={wasPasted} className={styles.source}>
      <summary>Pegar una lista o abrir un archivo</summary>
      <label htmlFor={fieldId}>Una fila por persona</label>
      <p id={hintId} className={styles.where}>
        Nombre, calle, código postal y ciudad: las celdas de una hoja de cálculo, o separados por punto y coma
        o por comas. También direcciones en varias líneas, como en una agenda, con una línea vacía entre
        ellas.
      </p>
      <textarea
        ref={field}
        id={fieldId}
        aria-describedby={hintId}
        className={styles.rows}
        rows={5}
        autoComplete="off"
        spellCheck={false}
        placeholder="Ana Ruiz; Calle Larios 3; 29005; Málaga"
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div className={styles.take}>
        <Button kind="secondary" disabled={!text.trim()} onClick={(press) => add(take(text), press)}>
          Añadir estas filas
        </Button>
        <label htmlFor={fileId}>
          O un archivo CSV:
          <input
            id={fileId}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (file) void read(file).then(add)
              currentTarget.value = '' // the same one may be opened again
            }}
          />
        </label>
      </div>
    </details>
  )
}
