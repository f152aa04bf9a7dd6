import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { CommandError } from './command-error.ts'

const listOptions = (options: ParseArgsOptionsConfig) =>
  Object.entries(options)
    .map(([name, { type, default: preset }]) => {
      const value = type === 'boolean' ? '' : ' <value>'
      return `  --${name}${value}${preset === undefined || preset === false ? '' : `  (default: ${preset})`}`
    })
    .join('\n')

/**
 * Reads the options of a command. With `--help` it prints `usage` and the options and ends the process with status 0;
 * with an unknown option or a missing value it prints the reason and ends with status 2.
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  if (process.argv.slice(2).includes('--help')) {
    console.log(`${usage}\n\n${listOptions(options)}`)
    process.exit(0)
  }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}\n\n${listOptions(options)}`)
    process.exit(2)
  }
}

/** Returns the network fault behind the error of a `fetch`, such as `ENOTFOUND`; null for any other error. */
function networkFault(error: unknown): string | null {
  if (!(error instanceof TypeError) || error.message !== 'fetch failed') return null
  return error.cause instanceof Error ? error.cause.message : 'unknown reason'
}

/**
 * Runs a command. When it throws, prints the reason and sets the exit status to 1: the message of a `CommandError`, the
 * cause of a failed connection, and the stack trace of every other error.
 */
export function runCommand(run: () => Promise<void>): void {
  run().catch((error: unknown) => {
    const fault = networkFault(error)
    console.error(error instanceof CommandError ? error.message : fault ? `No connection: ${fault}` : error)
    process.exitCode = 1
  })
}
