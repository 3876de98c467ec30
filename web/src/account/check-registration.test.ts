import { expect, test } from 'vitest'
import { checkRegistration } from './register.tsx'

test.each([
  ['corta', 'otra', null, 'Las contraseñas no coinciden'],
  ['corta', 'corta', null, 'La contraseña debe tener al menos 8 caracteres'],
  ['1234567', '1234567', 'si', 'La contraseña debe tener al menos 8 caracteres'],
  ['12345678', '12345678', null, 'Por favor, complete la verificación de reCAPTCHA'],
  ['12345678', '12345678', '', 'Por favor, complete la verificación de reCAPTCHA'],
  ['12345678', '12345678', 'si', undefined],
])(
  '[5.9, 5.10, 5.11, 9.4] registration: %s / %s / captcha %s → %s (specification, section 5)',
  (password, confirmation, answer, says) => {
    expect(checkRegistration(password, confirmation, answer)).toBe(says)
  },
)
