import { Field } from '../ui/field.tsx'

/** The address by which somebody is known here, as password managers look for it. */
export const EmailField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <Field
    label="Correo electrónico"
    name="email"
    type="email"
    value={value}
    onChange={onChange}
    autoComplete="username"
    required
  />
)
