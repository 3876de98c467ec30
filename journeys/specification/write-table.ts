import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProofs, writeTable } from './proofs.ts'

writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'specification.md'), writeTable(findProofs()))
