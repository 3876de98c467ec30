import { Failure } from '../http/failure.ts'
import type { InvitationRefusal } from './invitation/take-up-invitation.ts'

/** Beside those of who asks (require-operator.ts). */
type FactorRefusal = 'factor-refused' | 'factor-unknown' | 'factor-last' | 'totp-known'

const answers = {
  'factor-refused': [403, 'No es correcto, o ya se ha usado. Inténtelo de nuevo.'],
  'factor-unknown': [404, 'Ese segundo paso ya no está.'],
  'factor-last': [409, 'Es el único que tiene: añada otro antes de quitarlo.'],
  'totp-known': [409, 'Ya tiene una aplicación de códigos.'],
  'invitation-invalid': [
    400,
    'La invitación no es válida o ya se ha utilizado. Pida otra a quien le invitó.',
  ],
  'invitation-expired': [400, 'La invitación ha caducado. Pida otra a quien le invitó.'],
  'invitation-not-yours': [
    403,
    'Esta invitación es para otra dirección, o la suya está todavía sin confirmar. Entre con la cuenta invitada y confirme su correo.',
  ],
} satisfies Record<InvitationRefusal | FactorRefusal, [status: number, detail: string]>

export const refusal = (code: keyof typeof answers): Failure => new Failure(...answers[code], code)
