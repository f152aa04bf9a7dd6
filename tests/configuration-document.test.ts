import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import document from '../docs/running/configuration.md?raw'
import optional from '../src/env.d.ts?raw'
import bindings from '../src/env-bindings.d.ts?raw'
import { derivedVariables, optionalVariables } from '../tools/deploy/environment.ts'
import { generatedSecrets, issuedSecrets } from '../tools/deploy/secrets.ts'
import wrangler from '../wrangler.toml?raw'

/** One line of a table: `| NAME | cell | … |`, without the backticks of its cells. */
type Row = readonly string[]

function rowsOf(heading: string): Row[] {
  const [section = ''] = document.split(`\n## ${heading}\n`).slice(1).join('').split('\n## ')
  return [...section.matchAll(/^\| `([A-Z_]+)` \| (.+) \|$/gm)].map(([, name = '', rest = '']) => [
    name,
    ...rest.split(' | ').map((cell) => cell.replaceAll('`', '').trim()),
  ])
}

const namesIn = (code: string): string[] => [...code.matchAll(/^\s*([A-Z][A-Z_]+)\??: /gm)].map(([, name = '']) => name)

const required = namesIn(/interface __BaseEnv_Env \{[\s\S]*?\n\}/.exec(bindings)?.[0] ?? '')
const optionalNames = namesIn(/\ninterface Env \{[\s\S]*?\n\}/.exec(optional)?.[0] ?? '')

describe('the tables of configuration.md', () => {
  const rows = rowsOf('Variables, secrets and bindings')

  test('have each setting of the Worker once, and no other', () => {
    expect(required.length).toBeGreaterThan(10)
    expect(optionalNames.length).toBeGreaterThan(10)
    expect(rows.map(([name]) => name).sort()).toEqual([...required, ...optionalNames].sort())
  })

  test('have the defaults of wrangler.toml', () => {
    const [vars = ''] = wrangler.split('\n[vars]\n').slice(1).join('').split('\n[secrets]\n')
    const written = [...vars.matchAll(/^([A-Z_]+) = "(.*)"$/gm)].map(([, name, value]) => [name, value || 'empty'])
    const stated = rows.map(([name, , value]) => [name, value])
    expect(written.length).toBeGreaterThan(5)
    expect(stated).toEqual(expect.arrayContaining(written))
  })

  test('name the variables and secrets that a deployment can set, and no other', () => {
    const named = (kind: string) => rows.filter(([, of]) => of === kind).map(([name]) => name)
    expect([...derivedVariables, ...optionalVariables].sort()).toEqual(named('variable').sort())
    expect([...generatedSecrets, ...issuedSecrets].sort()).toEqual(named('secret').sort())
  })

  test('have the secrets that the workflow of a deployment passes on', () => {
    const workflow = readFileSync('.github/workflows/deploy.yml', 'utf8')
    const passed = [...workflow.matchAll(/^ {10}([A-Z_]+): \$\{\{ secrets\.\1 \}\}$/gm)].map(([, name]) => name)
    expect(passed.sort()).toEqual(['CLOUDFLARE_API_TOKEN', ...generatedSecrets, ...issuedSecrets].sort())
  })

  test('have what the tools and tests read from the environment', () => {
    const read = globSync(['{tools,tests}/**/*.{ts,mjs}', '*.{ts,mjs}']).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/process\.env\['([A-Z_]+)'\]/g)].map(([, name = '']) => name),
    )
    /** Set by the tools themselves. */
    const internal = [
      'JOURNEY_DAY',
      'JOURNEY_TEMPLATE',
      'MINIFLARE_WORKERD_V8_FLAGS',
      'NODE_EXTRA_CA_CERTS',
      'PATH',
      'SESSION_SECRET',
    ]
    const named = new Set(read.filter((name) => !internal.includes(name)))
    expect(
      rowsOf('A trial and tests')
        .map(([name]) => name)
        .sort(),
    ).toEqual([...named].sort())
  })
})
