import type { Generated } from 'kysely'

/** Who may enter the print room, and by which second factor. */
export type OperatorTables = {
  act: {
    seq: number
    at: Date
    operator: string
    act: string
    subject: string
    note: string
    previous_hash: string
    hash: string
  }
  operator: {
    account_id: string
    name: string
    is_supervisor: Generated<boolean>
    added_at: Date
    removed_at: Date | null
  }
  operator_passkey: {
    credential_id: string
    account_id: string
    public_key: Buffer
    counter: string | number
    added_at: Date
  }
  operator_totp: {
    account_id: string
    wrapped_key: Buffer
    key_name: string
    content: Buffer
    last_step: number | null
    added_at: Date
  }
  operator_session: {
    session_id: string
    proven_at: Date | null
    challenge: string | null
    challenge_at: Date | null
  }
  price: { from_day: string; code: string; cents: number; added_at: Date; added_by: string }
}
