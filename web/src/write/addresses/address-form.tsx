import { type ClipboardEvent, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import {
  type Address,
  type AddressErrors,
  type AddressField,
  addressFields,
  addressLabels,
  addressPlaceholders,
  emptyAddress,
  checkAddress,
  isSpain,
  recipientBlock,
  senderBlock,
  trimAddress,
} from '@lacre/letter/address/address.ts'
import { readAfterStreet, readWholeAddress } from '../recipients/read-lines.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { addressDoubts, nearTown } from './doubts.ts'
import styles from './addresses.module.css'
import { type AddressRole, isSample, samples } from '../../drafts/kept-addresses.ts'
import { NameField } from './name-field.tsx'

const lines = {
  originAddress: senderBlock,
  destinationAddress: recipientBlock,
} satisfies Record<AddressRole, (address: Address) => string[]>

/** The printed lines, in the order of the paper. */
const PrintedBlock = ({ role, address }: { role: AddressRole; address: Address }) => (
  <div className={styles.printed} translate="no">
    <p>Así se imprimirá</p>
    <address>
      {lines[role](address).map((line, at) => (
        <span key={at}>{line}</span>
      ))}
    </address>
  </div>
)

// Autofill for the sender only, who sits at the keyboard.
const hints = {
  name: 'name',
  street: 'street-address',
  city: 'address-level2',
  state: 'address-level1',
  postalCode: 'postal-code',
  country: 'country-name',
} satisfies Record<AddressField, string>

/** On a phone the notice is below the fold. */
const showIt = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'center' })

/** `book`: entries offered for the name. `trouble`: why saving failed. `saveWords`: on the button. */
export type AddressFormProps = {
  role: AddressRole
  /** By default an empty one in Spain. */
  address?: Address | undefined
  book?: BookEntry[]
  isBusy?: boolean
  trouble?: string | undefined
  saveWords?: string
  onSave: (address: Address) => void
  onClose: () => void
}

/** The six fields (specification, sections 2 and 5). `onSave` gets them trimmed and valid. */
export function AddressForm({
  role,
  address = { ...emptyAddress, country: 'España' },
  book = [],
  isBusy = false,
  trouble,
  saveWords = 'Guardar',
  onSave,
  onClose,
}: AddressFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [spreadFrom, setSpreadFrom] = useState<'nowhere' | 'clipboard' | 'street'>('nowhere')
  const [written, setWritten] = useState(address)
  const [errors, setErrors] = useState<AddressErrors>({})
  // No doubt about the focused field: it is not finished, and the notice would move what is about to be pressed.
  const [entered, setEntered] = useState<AddressField>('name')
  const doubts = addressDoubts(written)
  const [wasExample] = useState(() => isSample(role, address))
  const isExample = (field: AddressField) =>
    wasExample && field !== 'country' && written[field] !== '' && written[field] === samples[role][field]
  const [isPlaceFree] = useState(() => wasExample || !(address.city.trim() || address.postalCode.trim()))
  // Else the opening dialog would focus its close button.
  useLayoutEffect(() => form.current?.querySelector('input')?.setAttribute('autofocus', ''), [])

  // Selects the filled-in value of the focused field, so that typing it again replaces it.
  useEffect(() => {
    const { activeElement } = document
    if (spreadFrom !== 'street' || !(activeElement instanceof HTMLInputElement)) return
    if (activeElement.name !== 'street') activeElement.select()
  }, [spreadFrom])

  function edit(field: AddressField, value: string) {
    // The district of the sample belongs to its town.
    const leavesTown = (field === 'city' || field === 'postalCode') && isExample('state')
    setWritten({ ...written, ...(leavesTown && { state: '' }), [field]: value })
    setErrors((known) => ({ ...known, [field]: undefined }))
  }
  function choose(chosen: Address) {
    setWritten(chosen)
    setErrors({})
  }
  /** Splits a whole address pasted into any field. */
  function paste(event: ClipboardEvent) {
    const whole = isBusy ? undefined : readWholeAddress(event.clipboardData.getData('text/plain'))
    if (!whole) return
    event.preventDefault()
    choose({ ...written, ...whole })
    setSpreadFrom('clipboard')
  }
  const isFree = (field: AddressField) => !written[field].trim() || isExample(field)
  /** Moves postal code and town typed behind the street to their fields, if these are free. */
  function spread(): boolean {
    const place = isFree('city') && isFree('postalCode') && readAfterStreet(written.street)
    if (!place) return false
    choose({ ...written, ...place, state: place.state || (isExample('state') ? '' : written.state) })
    setSpreadFrom('street')
    return true
  }
  function save(event: FormEvent) {
    event.preventDefault()
    if (spread()) return // shows the result before saving
    const found = checkAddress(written)
    // Warns once; saving again accepts the code.
    const lacksDigit = isSpain(written.country) && /^\d{4}$/.test(written.postalCode.trim())
    if (lacksDigit && !errors.postalCode) found.postalCode = 'Le falta una cifra'
    setErrors(found)
    const first = addressFields.find((field) => found[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else if (!isBusy) onSave(trimAddress(written))
  }
  const propsOf = (field: AddressField) => ({
    label: addressLabels[field],
    name: field,
    value: written[field],
    onChange: (value: string) => edit(field, value),
    placeholder: addressPlaceholders[field],
    autoComplete: role === 'originAddress' ? hints[field] : 'off',
    maxLength: 200,
    readOnly: isBusy,
    isExample: isExample(field),
    onFocus: () => {
      if (entered === 'street' && field !== 'street') spread()
      setEntered(field)
    },
    note: entered === field ? undefined : doubts[field],
    offer: field === 'city' ? nearTown(written) : undefined,
    ...(errors[field] && { error: errors[field] }),
  })

  return (
    <form
      ref={form}
      noValidate
      autoComplete={role === 'destinationAddress' ? 'off' : undefined}
      onSubmit={save}
      onPaste={paste}
    >
      <div className={`stack ${styles.fields}`}>
        <p className={styles.example} role="status">
          {spreadFrom === 'nowhere' &&
            wasExample &&
            'Es una dirección de ejemplo: lo que escriba ocupará su lugar. '}
          {spreadFrom !== 'nowhere'
            ? 'Hemos repartido la dirección. Compruébela.'
            : '¿La tiene en un mensaje? Péguela aquí entera y la repartimos.'}
        </p>
        {addressFields.map((field) => (
          <div key={field} className={styles[field]}>
            {field === 'name' ? (
              <NameField {...propsOf(field)} book={book} onChoose={choose} />
            ) : (
              <Field
                {...propsOf(field)}
                {...(field === 'state' && { hint: 'Barrio o urbanización' })}
                {...(field === 'street' &&
                  isPlaceFree && { hint: 'Puede escribir seguidos el código postal y la ciudad.' })}
                // Postal codes abroad may have letters.
                inputMode={field === 'postalCode' && written.country.trim() === 'España' ? 'numeric' : 'text'}
              />
            )}
          </div>
        ))}
        <PrintedBlock role={role} address={written} />
      </div>
      {trouble && (
        <div ref={showIt}>
          <Notice kind="error">{trouble}</Notice>
        </div>
      )}
      <Actions className={styles.actions}>
        <Button kind="secondary" disabled={isBusy} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {saveWords}
        </Button>
      </Actions>
    </form>
  )
}
