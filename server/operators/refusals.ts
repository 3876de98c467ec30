import { Failure } from '../http/failure.ts'

/** Beside those of who asks (require-operator.ts). */
type FactorRefusal = 'factor-refused' | 'factor-unknown' | 'factor-last' | 'totp-known'

const answers = {
  'factor-refused': [403, 'No es correcto, o ya se ha usado. Inténtelo de nuevo.'],
  'factor-unknown': [404, 'Ese segundo paso ya no está.'],
  'factor-last': [409, 'Es el único que tiene: añada otro antes de quitarlo.'],
  'totp-known': [409, 'Ya tiene una aplicación de códigos.'],
} satisfies Record<FactorRefusal, [status: number, detail: string]>

export const refusal = (code: keyof typeof answers): Failure => new Failure(...answers[code], code)
