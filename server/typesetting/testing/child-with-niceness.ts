/** Answers each task with how far it gives way to other processes, as a refusal. */
import { getPriority } from 'node:os'
import { answerTasks } from '../answer-tasks.ts'

answerTasks(() => Promise.resolve({ refused: String(getPriority()) }))
