import type { Config } from '@lacre/letter/calls.ts'
import { useConfig } from '../use-config.ts'
import styles from './text-page.module.css'

const labels = {
  name: 'Titular',
  nif: 'NIF',
  address: 'Domicilio',
  email: 'Correo electrónico',
} satisfies Record<keyof Config['operator'], string>
const order = ['name', 'nif', 'address', 'email'] as const

/** Who runs this site (art. 10 LSSI), from its settings: never invented, and missing ones are named as missing. */
export function Operator() {
  const config = useConfig()
  return (
    <div className={`${styles.operator} ${config ? '' : styles.unknown}`}>
      {config === 'unknown' ? (
        <p>No se han podido cargar los datos del titular. Recargue la página.</p>
      ) : (
        <Identity operator={config?.operator} />
      )}
    </div>
  )
}

/** What is not known yet has its place: the labels, and what is said of an installation without these data. */
function Identity({ operator }: { operator: Config['operator'] | undefined }) {
  const isComplete = operator && order.every((key) => operator[key])
  return (
    <>
      <ul>
        {order.map((key) => (
          <li key={key}>
            <strong>{labels[key]}:</strong>
            {operator && ` ${operator[key] ?? 'sin indicar'}`}
          </li>
        ))}
      </ul>
      {!isComplete && (
        <p>
          El titular de esta instalación todavía no ha completado sus datos de identificación. Mientras
          falten, este sitio no debe usarse para vender.
        </p>
      )}
    </>
  )
}
