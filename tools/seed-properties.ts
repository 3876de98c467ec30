import { configureGlobal } from 'fast-check'

// The same examples at each push; `PROPERTY_SEED` tries others, and a failure says which.
configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20261127) })
