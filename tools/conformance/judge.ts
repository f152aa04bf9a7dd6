import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signIn } from '../bench/weight.ts'
import { build } from '../build.ts'
import { root } from '../house.ts'
import { openPortal } from '../portal.ts'
import { copyTemplate, seededTemplate } from '../template.ts'
import { readySuite } from './suite.ts'

const { values } = parseArgs({
  options: {
    /** Another place to fetch the suite from. */
    suite: { type: 'string', default: 'https://github.com/adlnet/lrs-conformance-test-suite.git' },
    /** Only the tests whose name has this in it. */
    grep: { type: 'string' },
    port: { type: 'string', default: '8795' },
  },
})

/** An account of another system, which may read and write. */
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

const suite = readySuite(values.suite)
build()
const dir = join(root, '.cache/conformance/portal')
copyTemplate(await seededTemplate('scale-1', 1), dir)
const log = join(root, '.cache/conformance/portal.log')
const portal = await openPortal({ dir, port: Number(values.port), log, vars: { CALLS_PER_MINUTE: '' } })
const { id, password } = await accountAt(portal.origin)
const endpoint = `${portal.origin}/api/articulate`
const wanted = ['-x', '1.0.3', '-e', endpoint, '-a', '-u', String(id), '-p', password, '-z']
const args = ['bin/console_runner.js', ...wanted, ...(values.grep ? ['-g', values.grep] : [])]
// The portal lives in this process and must be able to answer meanwhile. The runner ends with how many tests have failed.
const [failed] = await once(spawn(process.execPath, args, { cwd: suite, stdio: 'inherit' }), 'exit')
await portal.close()
process.exit(failed === 0 ? 0 : 1)
