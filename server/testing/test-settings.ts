import { readSettings, type Settings } from '../settings.ts'

/** The sandbox's settings, silent; give variables to change one. */
export const testSettings = (environment: Record<string, string> = {}): Settings =>
  readSettings({ LOG_LEVEL: 'silent', ...environment })
