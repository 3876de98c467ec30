import { megabyte, type StorageBudget } from '../http/storage-budget.ts'

/** design.md#draft-budget */
export const draftBudget: StorageBudget = {
  name: 'draft',
  unproven: {
    kept: 4 * megabyte,
    hourly: 64 * megabyte,
    full: 'Confirme su correo para guardar en su cuenta un borrador tan grande. Mientras tanto sigue en este navegador.',
  },
  proven: {
    kept: 32 * megabyte,
    hourly: 1024 * megabyte,
    full: 'Sus borradores ocupan demasiado. Este sigue en este navegador; borre otro para guardarlo en su cuenta.',
  },
  tooMuch: (wait) =>
    `Ha guardado mucho en poco tiempo. El borrador sigue en este navegador; vuelva a intentarlo dentro de ${wait}.`,
}
