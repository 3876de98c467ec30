/** Tries what no child may: answers with the code of the refusal, or with `done`. `names`: of its environment. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { answerTasks } from '../answer-tasks.ts'

export type Prying = { read: string } | { write: string } | { run: string } | { connect: number } | 'names'

async function pry(task: Prying): Promise<string> {
  if (task === 'names') return Object.keys(process.env).toSorted().join(' ')
  try {
    if ('read' in task) readFileSync(task.read)
    else if ('write' in task) writeFileSync(task.write, 'x')
    else if ('run' in task) {
      const { error } = spawnSync(task.run)
      if (error) throw error
    } else await once(connect(task.connect, '127.0.0.1'), 'connect')
    return 'done'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

answerTasks(pry)
