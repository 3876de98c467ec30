import { useId, type MouseEvent } from 'react'
import { addressDoubts } from '../addresses/doubts.ts'
import { checkRecipient } from '@lacre/letter/address/address.ts'
import { calledBy } from '@lacre/letter/recipients/called.ts'
import { greetingFor } from '@lacre/letter/recipients/greeting.ts'
import { Button } from '../../ui/button.tsx'
import listStyles from '../../ui/list.module.css'
import { Field } from '../../ui/field.tsx'
import type { KeptRecipient } from '../../drafts/kept-addresses.ts'
import styles from './recipients.module.css'

/** A recipient: address, problems and doubts, greeting and name in the letter. */
export function RecipientRow({
  recipient,
  wrong,
  usesName,
  onCall,
  onGreet,
  onEdit,
  onRemove,
}: {
  recipient: KeptRecipient
  wrong: string | undefined
  usesName: boolean
  onCall: (called: string) => void
  onGreet: (greeting: string) => void
  onEdit: () => void
  onRemove: ((press: MouseEvent) => void) | undefined
}) {
  const nameId = useId()
  const { name, street, postalCode, city, written } = recipient
  const doubts = wrong ? [] : Object.values(addressDoubts(recipient))
  return (
    <li className={listStyles.row} tabIndex={-1} aria-labelledby={nameId}>
      <div className={listStyles.about}>
        <p id={nameId}>
          <strong>{name || 'Sin nombre'}</strong>
        </p>
        <p className="soft">{[street, `${postalCode} ${city}`.trim()].filter(Boolean).join(' · ')}</p>
        {wrong && <p className={styles.wrong}>{wrong}</p>}
        {wrong && written && <p className="soft">Se pegó: {written}</p>}
        {doubts.length > 0 && <p className={styles.doubt}>{doubts.join(' ')}</p>}
      </div>
      <div className={listStyles.acts}>
        <Button kind="quiet" aria-describedby={nameId} onClick={onEdit}>
          Editar
        </Button>
        {onRemove && (
          <Button kind="quiet" aria-describedby={nameId} onClick={onRemove}>
            Quitar
          </Button>
        )}
      </div>
      {!checkRecipient(recipient) && (
        <div className={styles.called}>
          <Field
            label="Saludo"
            name="greeting"
            autoComplete="off"
            maxLength={200}
            placeholder={greetingFor({ ...recipient, greeting: '' })}
            value={recipient.greeting ?? greetingFor(recipient)}
            onChange={onGreet}
            input={{ 'aria-description': name }}
          />
          {usesName && (
            <Field
              label="Nombre en la carta"
              name="called"
              autoComplete="off"
              maxLength={200}
              placeholder={calledBy({ ...recipient, called: '' })}
              value={recipient.called ?? calledBy(recipient)}
              onChange={onCall}
              input={{ 'aria-description': name }}
            />
          )}
        </div>
      )}
    </li>
  )
}
