import type { Generated } from 'kysely'

/** Of who somebody is here, how they come in, and whom they write to. */
export type AccountTables = {
  account: {
    id: string
    email: string
    email_verified_at: Date | null
    password_hash: string | null
    social_subject: string | null
    /** When the mailbox last proved what opens the account; null: never. */
    password_mailbox_at: Generated<Date | null>
    social_mailbox_at: Generated<Date | null>
    created_at: Date
    disabled_at: Generated<Date | null>
  }
  login_session: {
    token_hash: Buffer
    id: Generated<string>
    account_id: string
    browser: string
    created_at: Date
    expires_at: Date
    mailbox_at: Generated<Date | null>
    /** Of the browser it was opened in; null: unknown. */
    device_hash: Generated<Buffer | null>
  }
  known_device: {
    account_id: string
    device_hash: Buffer
    used_at: Generated<Date>
    mailbox_at: Generated<Date | null>
  }
  email_link: {
    token_hash: Buffer
    account_id: string
    purpose: 'verify-email' | 'reset-password'
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  sign_in_code: {
    email: string
    device_hash: Buffer
    code_hash: Buffer
    wrong_tries: Generated<number>
    expires_at: Date
  }
  captcha_used: { nonce: string; expires_at: Date }
  signature: {
    account_id: string
    wrapped_key: Buffer
    key_name: string
    signature: Buffer
    updated_at: Date
  }
  address_book: {
    id: string
    account_id: string
    wrapped_key: Buffer
    key_name: string
    content: Buffer
    looked_at: Date
  }
}
