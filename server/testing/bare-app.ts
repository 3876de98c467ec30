import { bareApp } from '../http/bare-app.ts'
import type { BodyTimes } from '../http/bodies.ts'
import type { LogTarget } from '../http/log.ts'
import { systemRandom } from '../outside/clock.ts'
import { testSettings } from './test-settings.ts'

/** Our Fastify without routes, with the sandbox's settings; give variables to change one. */
export const testBareApp = (environment: Record<string, string> = {}, times?: BodyTimes, logTo?: LogTarget) =>
  bareApp({ settings: testSettings(environment), random: systemRandom }, undefined, times, logTo)
