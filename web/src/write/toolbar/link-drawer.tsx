import { useState, type FormEvent } from 'react'
import { typedLink, noLink } from '@lacre/letter/content/links.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './toolbar.module.css'

const protocols = 'Direcciones http, https, mailto, tel o sms; por ejemplo, www.ejemplo.es'

const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** Asks the address of a link under the toolbar; the selection waits in the letter meanwhile. */
export function LinkDrawer({
  id,
  current,
  onSet,
  onRemove,
  onLeave,
}: {
  id: string
  current: string | undefined
  onSet: (address: string) => void
  onRemove: () => void
  onLeave: () => void
}) {
  const [address, setAddress] = useState(current === noLink ? '' : (current ?? ''))
  const [error, setError] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!address.trim()) return setError('Escriba la dirección del enlace')
    if (typedLink(address) === noLink) return setError('Ese tipo de dirección no se admite en una carta')
    onSet(address)
  }
  return (
    <form
      id={id}
      ref={focusField}
      className={styles.drawer}
      noValidate
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onLeave()}
    >
      <div className={styles.address}>
        <Field
          label="Dirección del enlace"
          name="link"
          inputMode="text"
          value={address}
          onChange={(value) => {
            setAddress(value)
            setError(undefined)
          }}
          hint={protocols}
          {...(error && { error })}
        />
      </div>
      <Button type="submit" kind="secondary">
        {current === undefined ? 'Poner enlace' : 'Cambiar enlace'}
      </Button>
      {current !== undefined && (
        <Button kind="quiet" onClick={onRemove}>
          Quitar enlace
        </Button>
      )}
      <Button kind="quiet" onClick={onLeave}>
        Cancelar
      </Button>
    </form>
  )
}
