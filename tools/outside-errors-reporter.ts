import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Environment variable with the path of the file that receives the errors. */
export const outsideErrorsFile = 'OUTSIDE_ERRORS_FILE'

/** Writes the errors that happened outside any test into a file: the JSON report of Vitest leaves them out. */
export default class OutsideErrorsReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    const file = process.env[outsideErrorsFile]
    const texts = errors.map(({ name, message, stack }) => stack ?? `${name ?? 'Error'}: ${message}`)
    if (file !== undefined) writeFileSync(file, JSON.stringify(texts))
  }
}
