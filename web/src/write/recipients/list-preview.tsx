import { useState, type MouseEvent } from 'react'
import { checkRecipient } from '@lacre/letter/address/address.ts'
import { count } from '@lacre/letter/words.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import type { Role } from './columns.ts'
import styles from './recipients.module.css'
import type { Pasted } from './use-pasted.ts'

const roleNames = {
  none: 'No se usa',
  name: 'Nombre',
  surname: 'Apellidos',
  company: 'Empresa',
  street: 'Calle',
  door: 'Número, piso, puerta',
  postalCode: 'Código postal',
  city: 'Ciudad',
  state: 'Provincia o barrio',
  country: 'País',
  greeting: 'Saludo',
} satisfies Record<Role, string>
const roles = Object.entries(roleNames) as [Role, string][]

const shown = 3
const some = (names: string[]) =>
  names.length > shown + 1
    ? `${names.slice(0, shown).join(', ')} y ${names.length - shown} más`
    : names.join(', ')

/** A list before it is added: columns, first three people, and what is not used. */
export function ListPreview({
  opened: { title, readings },
  pasted,
  onTake,
  onLeave,
}: {
  opened: NonNullable<Pasted['opened']>
  pasted: Pasted
  onTake: (press: MouseEvent) => void
  onLeave: () => void
}) {
  const { table, rows, unused, withoutAddress } = readings[0]!
  // Used columns first (an address book has thirty); fixed at opening, so that none moves when chosen.
  const [first] = useState(() => table?.columns.map(({ role }) => role !== 'none') ?? [])
  const wrong = rows.filter(({ address }) => checkRecipient(address)).length
  const columns = table?.columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ at }) => table.body.some((row) => row[at]))
    .toSorted((one, other) => Number(first[other.at] ?? false) - Number(first[one.at] ?? false))
  return (
    <section aria-labelledby="lista-abierta" className={styles.opened}>
      <h3 id="lista-abierta" ref={takeFocus} tabIndex={-1}>
        {title}: {count(rows.length, 'persona', 'personas')}
      </h3>
      {columns && (
        <div role="region" aria-label="Columnas de la lista" tabIndex={0} className={styles.columns}>
          <table>
            <thead>
              <tr>
                {columns.map(({ at, heading, role }) => (
                  <th key={at} scope="col">
                    <label htmlFor={`columna-${at}`}>{heading}</label>
                    <select
                      id={`columna-${at}`}
                      value={role}
                      onChange={({ target }) =>
                        pasted.choose(at, roles.find(([one]) => one === target.value)![0])
                      }
                    >
                      {roles.map(([one, name]) => (
                        <option key={one} value={one}>
                          {name}
                        </option>
                      ))}
                    </select>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table?.body.slice(0, shown).map((row, of) => (
                <tr key={of}>
                  {columns.map(({ at }) => (
                    <td key={at}>{row[at]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>{rows.length > shown ? `Así quedan las ${shown} primeras:` : 'Así quedan:'}</p>
      <ul className={styles.list}>
        {rows.slice(0, shown).map(({ address }, at) => (
          <li key={at}>
            <strong>{address.name || 'Sin nombre'}</strong>
            <p className="soft">
              {[address.street, `${address.postalCode} ${address.city}`.trim(), address.state]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      <div role="status">
        {wrong > 0 && (
          <p className={styles.wrong}>{count(wrong, 'dirección', 'direcciones')} por corregir.</p>
        )}
        {unused.length > 0 && <p className={styles.doubt}>No se usa: {unused.join(', ')}.</p>}
        {withoutAddress.length > 0 && (
          <p className={styles.doubt}>Sin dirección, y por eso fuera: {some(withoutAddress)}.</p>
        )}
      </div>
      <Actions>
        {readings.length > 1 && (
          <Button kind="quiet" onClick={() => pasted.readOtherwise()}>
            ¿Se leen mal las letras?
          </Button>
        )}
        <Button kind="secondary" onClick={onLeave}>
          Descartar
        </Button>
        <Button kind="secondary" disabled={!rows.length} onClick={onTake}>
          Añadir {count(rows.length, 'persona', 'personas')}
        </Button>
      </Actions>
    </section>
  )
}
