import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, fingerprint } from '../build.ts'
import { readOptions, runCommand } from '../command.ts'
import { root } from '../local-portal.ts'
import { type AccountState, emptyAccount, listMigrations, readAccount } from './account-state.ts'
import { applySteps } from './apply.ts'
import { askEnvironment, confirm } from './ask.ts'
import type { CloudflareApi } from './cloudflare-api.ts'
import { DeployError, type Environment, exampleEnvironment, readEnvironment, writeEnvironment } from './environment.ts'
import { findOwnApi, openOwnApi } from './own-api.ts'
import { describeStep, type Plan, planDeployment, toTag } from './plan.ts'
import { listRemaining } from './remaining.ts'
import { chooseSecrets, generateSecrets, type SecretsToSet, secretsFile } from './secrets.ts'
import { printChecks, smokeTest } from './smoke.ts'
import { runWrangler } from './wrangler.ts'

/**
 * Creates what an environment lacks in its Cloudflare account, and brings database and Worker to this release. A second
 * run changes nothing.
 *
 *   npm run deploy -- --env production [--dry-run] [--yes] [--replace-secrets]
 */

const values = readOptions(
  `Deploys the portal to Cloudflare; running it again changes only what differs:
  npm run deploy -- --env production`,
  {
    env: { type: 'string', default: 'production' },
    /** Prints the plan and changes nothing. */
    'dry-run': { type: 'boolean', default: false },
    /** Does not ask before the steps are taken. */
    yes: { type: 'boolean', default: false },
    /** Sets the issued secrets of the environment again, also those that the Worker has. */
    'replace-secrets': { type: 'boolean', default: false },
    /** Leaves out the requests from outside, for an account whose domains do not work yet. */
    'skip-smoke': { type: 'boolean', default: false },
  },
)

const print = (line = '') => console.log(line)

async function chooseEnvironment(name: string, isDry: boolean): Promise<Environment> {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name)) throw new DeployError(`${name} is no name of an environment`)
  const known = readEnvironment(name)
  if (known) return known
  if (isDry) {
    print(`There is no environments/${name}.json yet: this is the plan for the hosts of the example.\n`)
    return exampleEnvironment(name)
  }
  const answers = await askEnvironment(name)
  writeEnvironment(name, answers)
  print(`Written to environments/${name}.json; commit it.\n`)
  return answers
}

function openApi(isDry: boolean): CloudflareApi | null {
  if (!isDry) return openOwnApi()
  const api = findOwnApi()
  if (!api) print('Nobody is signed in at Cloudflare: this is the plan for an empty account.\n')
  return api
}

function printPlan({ steps, faults }: Plan, environment: Environment): void {
  print(`Plan for ${environment.name} in the account ${environment.accountId}:`)
  for (const step of steps) print(`  • ${describeStep(step, environment)}`)
  if (steps.length === 0) print('  nothing: the account has it all')
  for (const fault of faults) print(`  ✗ ${fault}`)
}

function printRemaining(environment: Environment, account: AccountState, { generate, issued }: SecretsToSet): void {
  print('\nWhat remains:')
  const secrets = [...(account.secrets ?? []), ...generate, ...Object.keys(issued)]
  for (const line of listRemaining(environment, account, secrets)) print(`  – ${line}`)
  if (existsSync(secretsFile(values.env))) print(`\nGenerated secrets: ${secretsFile(values.env)}`)
}

/** Refuses to generate secrets on a machine of a pipeline, whose files are lost with it. */
function requireKeeper({ generate }: SecretsToSet): void {
  if (!process.env['CI'] || generate.length === 0) return
  throw new DeployError(
    `${generate.join(' and ')} would be generated and lost with this machine. Set them in the environment of the command, or deploy once from your own machine.`,
  )
}

async function takeSteps(
  api: CloudflareApi,
  environment: Environment,
  account: AccountState,
  plan: Plan,
  chosen: SecretsToSet,
) {
  const secrets = { ...generateSecrets(secretsFile(values.env), chosen.generate), ...chosen.issued }
  print()
  await applySteps(
    {
      api,
      environment,
      zones: account.zones,
      serverFolder: join(root, 'dist/server'),
      secrets,
      wrangler: (args) => runWrangler(args),
      log: print,
    },
    plan.steps,
    account.database?.id ?? null,
  )
}

async function deploy(): Promise<void> {
  const isDry = values['dry-run']
  const environment = await chooseEnvironment(values.env, isDry)
  const api = openApi(isDry)
  if (!isDry) build()
  const account = api ? await readAccount(api, environment) : emptyAccount
  const secrets = chooseSecrets(account.secrets ?? [], process.env, values['replace-secrets'])
  const tag = toTag(fingerprint(), environment, account)
  const plan = planDeployment({ environment, migrations: listMigrations(), tag, secrets }, account)
  printPlan(plan, environment)
  if (plan.faults.length > 0) throw new DeployError('nothing was changed')
  if (!api || isDry) return printRemaining(environment, account, secrets)
  if (plan.steps.length > 0) {
    if (!values.yes && !(await confirm('\nTake these steps?'))) throw new DeployError('nothing was changed')
    requireKeeper(secrets)
    await takeSteps(api, environment, account, plan, secrets)
  }
  const checks = values['skip-smoke'] ? [] : await smokeTest(environment)
  printChecks('From outside', checks)
  printRemaining(environment, account, secrets)
  if (checks.some(({ fault }) => fault)) throw new DeployError('\nthe portal does not answer as it should yet')
}

runCommand(deploy)
