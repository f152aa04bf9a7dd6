import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { signIn } from '../bench/page-weight.ts'
import { build } from '../build.ts'
import { readOptions } from '../command.ts'
import { root } from '../local-portal.ts'
import { openPortal } from '../portal.ts'
import { copyTemplate, seededTemplate } from '../template.ts'
import { fetchSuite } from './suite.ts'

const values = readOptions(
  `Runs ADL's conformance suite of record stores against a portal of this machine:
  npm run conformance`,
  {
    /** Repository of the suite. */
    suite: { type: 'string', default: 'https://github.com/adlnet/lrs-conformance-test-suite.git' },
    /** Only the tests with this in their name. */
    grep: { type: 'string' },
    port: { type: 'string', default: '8795' },
  },
)

/** Creates an integration account that may read and write. */
async function accountAt(origin: string): Promise<{ id: number; password: string }> {
  const { token } = await signIn(origin, 'superadmin')
  const response = await fetch(`${origin}/api/User/integrationaccounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Conformance', roles: ['IntegrationRead', 'IntegrationWrite'] }),
  })
  if (!response.ok) throw new Error(`the account was not made: ${response.status}`)
  return response.json() as Promise<{ id: number; password: string }>
}

const suite = fetchSuite(values.suite)
build()
const dir = join(root, '.cache/conformance/portal')
copyTemplate(await seededTemplate('scale-1', 1), dir)
const log = join(root, '.cache/conformance/portal.log')
const portal = await openPortal({ dir, port: Number(values.port), log, vars: { CALLS_PER_MINUTE: '' } })
const { id, password } = await accountAt(portal.origin)
const endpoint = `${portal.origin}/api/articulate`
const options = ['-x', '1.0.3', '-e', endpoint, '-a', '-u', String(id), '-p', password, '-z']
const args = ['bin/console_runner.js', ...options, ...(values.grep ? ['-g', values.grep] : [])]
// Spawned asynchronously, because the portal in this process must answer during the run. The exit code is the number of
// failed tests.
const [failed] = await once(spawn(process.execPath, args, { cwd: suite, stdio: 'inherit' }), 'exit')
await portal.close()
process.exit(failed === 0 ? 0 : 1)
