import { join } from 'node:path'
import { readOptions, runCommand } from '../command.ts'
import { root } from '../local-portal.ts'
import { listDeployments } from './account-state.ts'
import { confirm } from './ask.ts'
import type { CloudflareApi } from './cloudflare-api.ts'
import { DeployError, type Environment, readEnvironment } from './environment.ts'
import { openOwnApi } from './own-api.ts'
import { findVersionBefore } from './previous-version.ts'
import { printChecks, smokeTest } from './smoke.ts'
import { runWrangler } from './wrangler.ts'

/**
 * Lets the previous version of the Worker answer all requests again. The database stays as it is: migrations only
 * expand it, so that the version before still works.
 *
 *   npm run rollback -- --env production [--version <id>] [--reason <text>] [--dry-run] [--yes]
 */

const values = readOptions(
  `Lets the previous version of the Worker answer all requests again:
  npm run rollback -- --env production`,
  {
    env: { type: 'string', default: 'production' },
    /** Id of the version to go back to; the one before the present one by default. */
    version: { type: 'string' },
    reason: { type: 'string', default: 'rolled back by npm run rollback' },
    'dry-run': { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    'skip-smoke': { type: 'boolean', default: false },
  },
)

async function findPrevious(api: CloudflareApi, environment: Environment): Promise<string> {
  const deployments = await listDeployments(api, environment)
  const previous = findVersionBefore(deployments.flatMap(({ versions: [first] }) => (first ? [first.version_id] : [])))
  if (!previous) throw new DeployError('there is no version before the present one; name one by --version')
  return previous
}

async function rollback(): Promise<void> {
  const environment = readEnvironment(values.env)
  if (!environment) throw new DeployError(`there is no environments/${values.env}.json`)
  const version = values.version ?? (await findPrevious(openOwnApi(), environment))
  console.log(`${environment.name} goes back to the version ${version}; the database stays as it is.`)
  if (values['dry-run']) return
  if (!values.yes && !(await confirm('Go back?'))) throw new DeployError('nothing was changed')
  const config = join(root, 'wrangler.toml')
  const args = [
    'rollback',
    version,
    '--name',
    environment.name,
    '--config',
    config,
    '--message',
    values.reason,
    '--yes',
  ]
  runWrangler(args, { CLOUDFLARE_ACCOUNT_ID: environment.accountId })
  const checks = values['skip-smoke'] ? [] : await smokeTest(environment)
  printChecks('From outside', checks)
  if (checks.some(({ fault }) => fault)) throw new DeployError('\nthe portal does not answer as it should')
}

runCommand(rollback)
