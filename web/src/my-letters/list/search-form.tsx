import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { filters, statesIn, type Filter } from './filters.ts'
import styles from '../words/my-letters.module.css'
import type { Search } from './use-letters.ts'

type Fields = { text: string; filter: Filter | ''; from: string; until: string }
const nothing: Fields = { text: '', filter: '', from: '', until: '' }

const searchFor = ({ text, filter, from, until }: Fields): Search => ({
  text: text.trim() || undefined,
  states: filter ? statesIn(filter) : undefined,
  from: from || undefined,
  until: until || undefined,
})

/** By what one remembers of a letter. What is typed here never stands in the address of the page. */
export function SearchForm({ onSearch }: { onSearch: (search: Search) => void }) {
  const [fields, setFields] = useState(nothing)
  const [sought, setSought] = useState(nothing)
  const filterId = useId()
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part })

  function search(wanted: Fields) {
    setFields(wanted)
    setSought(wanted)
    onSearch(searchFor(wanted))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    search(fields)
  }

  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <div className={styles.words}>
          <Field
            label="Destinatario o ciudad"
            name="text"
            type="search"
            maxLength={100}
            value={fields.text}
            onChange={(text) => change({ text })}
          />
          <Button type="submit" kind="secondary">
            Buscar
          </Button>
        </div>
        <details className={styles.details}>
          <summary>Por estado o por fecha</summary>
          <div className={styles.filters}>
            <div className={styles.field}>
              <label htmlFor={filterId}>Estado</label>
              <select
                id={filterId}
                value={fields.filter}
                onChange={(event) => change({ filter: event.target.value as Filter | '' })}
              >
                <option value="">Todos</option>
                {(Object.keys(filters) as Filter[]).map((filter) => (
                  <option key={filter} value={filter}>
                    {filters[filter]}
                  </option>
                ))}
              </select>
            </div>
            <Field
              label="Desde"
              name="from"
              type="date"
              value={fields.from}
              onChange={(from) => change({ from })}
            />
            <Field
              label="Hasta"
              name="until"
              type="date"
              value={fields.until}
              onChange={(until) => change({ until })}
            />
          </div>
        </details>
        {sought !== nothing && (
          <Button kind="quiet" onClick={() => search(nothing)}>
            Quitar la búsqueda
          </Button>
        )}
      </form>
    </search>
  )
}
