import { megabyte, type WriteBudget } from '../http/storage-budget.ts'

/** Each change seals and writes the whole book (design.md#address-book). */
export const bookBudget: WriteBudget = {
  name: 'address-book',
  unproven: { hourly: 64 * megabyte },
  proven: { hourly: 256 * megabyte },
  tooMuch: (wait) =>
    `Ha cambiado mucho su libreta en poco tiempo. No se ha guardado este cambio; vuelva a intentarlo dentro de ${wait}.`,
}
