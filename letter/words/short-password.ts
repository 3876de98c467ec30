/** Specification, section 9. */
export const shortestPassword = 8

export const passwordTooShort = `La contraseña debe tener al menos ${shortestPassword} caracteres`
