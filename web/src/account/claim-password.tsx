import { useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-fields.tsx'
import styles from './auth-page.module.css'

/** Asked in a browser that does not know the sign-up: the link alone may be about a stranger's (design.md#claims). */
export function ClaimPassword({
  refused,
  onPassword,
}: {
  refused: string | undefined
  onPassword: (password: string) => Promise<void>
}) {
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    await onPassword(password)
    setBusy(false)
  }
  return (
    <>
      <p>
        You did not sign up in this browser. Open the link where you did, or enter the password you chose when
        you signed up.
      </p>
      {refused && (
        <Notice kind="error" takesFocus>
          {refused}
        </Notice>
      )}
      <form method="dialog" className={styles.form} onSubmit={(event) => void submit(event)}>
        <PasswordField label="Password" value={password} onChange={setPassword} />
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Verifying...' : 'Verify'}
        </Button>
      </form>
      <p>
        If it was not you who signed up, close this page: nothing has changed. If you have forgotten the
        password, <Link href="/forgot-password">choose a new one</Link>.
      </p>
    </>
  )
}
