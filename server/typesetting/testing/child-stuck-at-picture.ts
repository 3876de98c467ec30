/** Whatever it is asked, its second picture does not end. */
import { answerTasks } from '../answer-tasks.ts'

answerTasks((_, step) => {
  step(2)
  for (;;);
})
