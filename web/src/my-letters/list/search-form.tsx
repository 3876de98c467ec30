import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Field } from '../../ui/field.tsx'
import { filters, isFilter, statesIn } from './filters.ts'
import shared from '../words/my-letters.module.css'
import styles from './list.module.css'
import type { Search } from './use-letters.ts'

type Fields = { text: string; filter: string; from: string; until: string }
const nothing: Fields = { text: '', filter: '', from: '', until: '' }

const searchFor = ({ text, filter, from, until }: Fields): Search => ({
  text: text.trim() || undefined,
  states: isFilter(filter) ? statesIn(filter) : undefined,
  from: from || undefined,
  until: until || undefined,
})

/** By what one remembers of a letter. What is typed here never stands in the address of the page. */
export function SearchForm({ onSearch }: { onSearch: (search: Search) => void }) {
  const [fields, setFields] = useState(nothing)
  const [sought, setSought] = useState(nothing)
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
        <details className={shared.details}>
          <summary>Por estado o por fecha</summary>
          <div className={styles.filters}>
            <Select
              label="Estado"
              none="Todos"
              options={filters}
              value={fields.filter}
              onChange={(filter) => change({ filter })}
            />
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
