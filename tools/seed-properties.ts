import { configureGlobal } from 'fast-check'
import { isThorough } from './thorough.ts'

// The same examples at each push, others in `test:all`; a failure says the seed, which `PROPERTY_SEED` repeats.
configureGlobal({
  seed: Number(process.env['PROPERTY_SEED'] ?? (isThorough ? Date.now() % 2 ** 31 : 20261127)),
})
