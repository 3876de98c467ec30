import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Message } from '@lacre/letter/calls.ts'
import { type Answer, detailOf, requestVerification, verifyEmail } from '../api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Actions, Title } from '../ui/display.tsx'
import { Form } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-fields.tsx'
import { takeFocus } from '../ui/take-focus.ts'
import styles from './auth-page.module.css'
import { useTokenInAddress } from './mailed-link.tsx'

/** `password-asked`: this browser does not know the sign-up, so the password is needed. */
type Verification = 'verified' | 'already-verified' | 'expired' | 'failed' | 'password-asked'

const passwordAsked = new Set([
  'claim-unknown-here',
  'claim-password-wrong',
  'too-many-tries',
  'too-many-failures',
])

/** Interprets the answer to a verification (specification, section 4). */
export function readVerification(answer: Answer<Message>): Verification {
  if (answer.ok) return answer.body.message === 'Email already verified' ? 'already-verified' : 'verified'
  if (passwordAsked.has(answer.code ?? '')) return 'password-asked'
  const isOld = answer.status === 400 && /expired|invalid/.test(answer.detail ?? '')
  return isOld ? 'expired' : 'failed'
}

/** For another browser than that of the sign-up: the link alone might confirm a stranger's account (design/accounts.md#claims). */
function ClaimPassword({
  refused,
  onPassword,
}: {
  refused: string | undefined
  onPassword: (password: string) => Promise<void>
}) {
  const [isBusy, setBusy] = useState(false)

  async function submit({ password = '' }: Record<string, string>) {
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
      <Form className="" onSubmit={submit}>
        <PasswordField label="Password" />
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Verifying...' : 'Verify'}
        </Button>
      </Form>
      <p>
        If it was not you who signed up, close this page: nothing has changed. If you have forgotten the
        password, <Link href="/forgot-password">choose a new one</Link>.
      </p>
    </>
  )
}

async function requestNewLink() {
  const email = prompt('Please enter your email address:')?.trim()
  if (!email) return
  const answer = await requestVerification(email)
  alert(
    answer.ok
      ? 'If your email is registered, you will receive a new verification link shortly.'
      : 'An error occurred. Please try again later.',
  )
}

const toLogin = <ButtonLink href="/login">Go to Login</ButtonLink>
const newLink = <Button onClick={() => void requestNewLink()}>Request New Link</Button>

const results = {
  verified: {
    title: 'Email Verified!',
    text: 'Your email address is confirmed. You can sign in and send your letters.',
    actions: toLogin,
  },
  'already-verified': {
    title: 'Email Already Verified',
    text: 'This address was confirmed before. There is nothing left to do.',
    actions: toLogin,
  },
  expired: {
    title: 'Verification Link Expired',
    text: 'This link is no longer valid. Ask for a new one and open it from your inbox.',
    actions: newLink,
  },
  failed: {
    title: 'Verification Failed',
    text: 'We could not verify your email address. Check your connection, or ask for a new link.',
    actions: (
      <>
        {newLink}
        <ButtonLink href="/" kind="secondary">
          Go to Homepage
        </ButtonLink>
      </>
    ),
  },
} satisfies Record<
  Exclude<Verification, 'password-asked'>,
  { title: string; text: string; actions: ReactNode }
>

/** In English, as specified (section 2). The link only opens the page; a POST verifies, so no mail scanner can. */
export default function VerifyEmail() {
  const [result, setResult] = useState<keyof typeof results>()
  const [asked, setAsked] = useState<{ token: string; refused?: string | undefined }>()
  async function verify(token: string | undefined, password?: string) {
    if (!token) return setResult('failed')
    const answer = await verifyEmail(token, password)
    const outcome = readVerification(answer)
    if (outcome === 'password-asked')
      setAsked({ token, refused: password && !answer.ok ? detailOf(answer) : undefined })
    else setResult(outcome)
  }
  useTokenInAddress((token) => void verify(token))

  const shown = result && results[result]
  return (
    <section className={`stack sheet centred ${styles.panel}`} lang="en" aria-busy={!shown && !asked}>
      {!shown && !asked && <div className={styles.spinner} aria-hidden="true" />}
      {/* The result mounts a new heading, which gets the focus and is read out. */}
      <Title key={result ?? (asked && 'asked')} ref={(result ?? asked) && takeFocus} tabIndex={-1}>
        {shown ? shown.title : 'Verifying your email...'}
      </Title>
      {!shown && asked && (
        <ClaimPassword refused={asked.refused} onPassword={(password) => verify(asked.token, password)} />
      )}
      {shown && <p>{shown.text}</p>}
      {shown && <Actions at="center">{shown.actions}</Actions>}
    </section>
  )
}
