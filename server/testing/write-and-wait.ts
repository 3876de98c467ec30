import { enqueue } from '../database/jobs.ts'
import { openDatabase } from '../database/open.ts'

/** A process for tests to kill: commits one row, says so, and waits. */
const { db } = await openDatabase({ dir: process.argv[2]!, create: true })
await db.transaction().execute((tx) => enqueue(tx, 'test', 'acknowledged'))
process.send!('written')
setInterval(() => {}, 1000)
