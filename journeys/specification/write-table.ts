import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProofs, writeTable } from './proofs.ts'
import { readResults } from './results.ts'

const root = join(import.meta.dirname, '..', '..')
writeFileSync(join(root, 'docs', 'specification.md'), writeTable(findProofs(), readResults(root)))
