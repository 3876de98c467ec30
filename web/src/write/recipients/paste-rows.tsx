import { useId, useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { KeptRecipient } from '../../drafts/kept-addresses.ts'
import { ListPreview } from './list-preview.tsx'
import styles from './recipients.module.css'
import type { Pasted } from './use-pasted.ts'

/** Pasted rows or addresses, or a file, which is shown before it is added. */
export function PasteRows({
  pasted,
  onRows,
}: {
  pasted: Pasted
  onRows: (rows: KeptRecipient[], press?: MouseEvent) => void
}) {
  const { text, write, trouble, panel, field, opened } = pasted
  const [wasPasted] = useState(text !== '')
  const [fieldId, hintId, fileId] = [useId(), useId(), useId()]

  async function take(press: MouseEvent) {
    const rows = await pasted.take()
    if (rows && rows !== 'shown') onRows(rows, press)
  }

  return (
    <details ref={panel} open={wasPasted} className={styles.source}>
      <summary>Pegar una lista o abrir un archivo</summary>
      {opened ? (
        <ListPreview
          opened={opened}
          pasted={pasted}
          onTake={(press) => onRows(pasted.takeOpened(), press)}
          onLeave={() => {
            flushSync(pasted.leave)
            field.current?.focus()
          }}
        />
      ) : (
        <>
          <label htmlFor={fieldId}>Una fila por persona</label>
          <p id={hintId} className="soft">
            Nombre, calle, código postal y ciudad: las celdas de una hoja de cálculo, o separados por punto y
            coma o por comas. También direcciones en varias líneas, como en una agenda, con una línea vacía
            entre ellas.
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
          <div className={`row ${styles.take}`}>
            <Button kind="secondary" disabled={!text.trim()} onClick={(press) => void take(press)}>
              Añadir estas filas
            </Button>
            <label htmlFor={fileId}>
              O un archivo CSV, de Excel o de contactos:
              <input
                id={fileId}
                type="file"
                accept=".csv,.tsv,.txt,.xlsx,.vcf,.vcard,text/csv,text/plain,text/vcard"
                onChange={({ currentTarget }) => {
                  const file = currentTarget.files?.[0]
                  if (file) void pasted.read(file)
                  currentTarget.value = '' // allows opening the same file again
                }}
              />
            </label>
          </div>
        </>
      )}
    </details>
  )
}
