import { Failure } from '../http/failure.ts'
import type { InvitationRefusal } from './invitation/take-up-invitation.ts'

const answers = {
  'invitation-invalid': [
    400,
    'La invitación no es válida o ya se ha utilizado. Pida otra a quien le invitó.',
  ],
  'invitation-expired': [400, 'La invitación ha caducado. Pida otra a quien le invitó.'],
  'invitation-not-yours': [
    403,
    'Esta invitación es para otra dirección, o la suya está todavía sin confirmar. Entre con la cuenta invitada y confirme su correo.',
  ],
} as const satisfies Record<InvitationRefusal, readonly [status: number, detail: string]>

export function refusal(code: keyof typeof answers): Failure {
  const [status, detail] = answers[code]
  return new Failure(status, detail, code)
}
