import { invoiceMutants } from './invoices.ts'
import { mailMutants } from './mail.ts'
import { moneyMutants } from './money.ts'
import type { Mutant } from './mutant.ts'
import { orderMutants } from './orders.ts'
import { paperMutants } from './paper.ts'
import { postingMutants } from './posting.ts'
import { providerMutants } from './provider.ts'
import { raceMutants } from './races.ts'
import { refundMutants } from './refunds.ts'

export const mutants: Mutant[] = [
  ...moneyMutants,
  ...providerMutants,
  ...refundMutants,
  ...raceMutants,
  ...orderMutants,
  ...postingMutants,
  ...paperMutants,
  ...mailMutants,
  ...invoiceMutants,
]
