/** Gets each signal it is asked about in the midst of its work, as with the whole group of processes. */
import { setTimeout as pause } from 'node:timers/promises'
import { answerTasks } from '../answer-tasks.ts'

answerTasks(async (signal: NodeJS.Signals) => {
  process.kill(process.pid, signal)
  await pause(50)
  return signal
})
