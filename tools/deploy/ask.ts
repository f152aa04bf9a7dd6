import { createInterface } from 'node:readline/promises'
import { DeployError, Environment, exampleEnvironment, listEnvironmentFaults } from './environment.ts'

const questions = [
  ['accountId', 'Account id (Cloudflare, Workers & Pages, at the right)'],
  ['portalHost', 'Host of the portal'],
  ['contentHost', 'Host of courses, best a domain of its own'],
  ['paymentHost', 'Host of the card form, best a domain of its own'],
] as const

/**
 * Asks for the fields of a new environment.
 *
 * @throws DeployError without a terminal, or when an answer cannot be used.
 */
export async function askEnvironment(name: string): Promise<Environment> {
  if (!process.stdin.isTTY)
    throw new DeployError(
      `environments/${name}.json is missing, and nobody can be asked here. Copy environments/example.json, or run this in a terminal.`,
    )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answers: Record<string, string> = {}
    for (const [field, question] of questions) answers[field] = (await terminal.question(`${question}: `)).trim()
    const parsed = Environment.safeParse({ ...exampleEnvironment(name), ...answers })
    const faults = parsed.success
      ? listEnvironmentFaults(parsed.data)
      : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    if (!parsed.success || faults.length > 0) throw new DeployError(faults.join('\n'))
    return parsed.data
  } finally {
    terminal.close()
  }
}

/** Asks a yes-or-no question; false without a terminal. */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^(y|yes|j|ja)$/i.test((await terminal.question(`${question} (y/n) `)).trim())
  } finally {
    terminal.close()
  }
}
