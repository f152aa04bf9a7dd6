import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from '../build.ts'
import { root } from '../house.ts'
import { openPortal, type Portal } from '../portal.ts'
import { copyTemplate, seededTemplate } from '../template.ts'
import { bareWorker } from './bare.ts'
import { type Measured, measure } from './load.ts'
import { type Line, report } from './report.ts'
import { anonymousPages, learnerPages, type Target, targets } from './targets.ts'
import { signIn, weighAll } from './weight.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
    port: { type: 'string', default: '8790' },
  },
})
const seconds = Number(values.seconds)
const connections = Number(values.connections)
const port = Number(values.port)

const cache = join(root, '.cache/bench')

async function stageAt(scale: number): Promise<Portal> {
  const dir = join(cache, 'now')
  copyTemplate(await seededTemplate(`scale-${scale}`, scale), dir)
  const where = { dir, port, log: join(cache, 'portal.log'), vars: { CALLS_PER_MINUTE: '' } }
  return openPortal(where, bareWorker(port + 1))
}

async function measureTarget(
  target: Target,
  origin: string,
  withBare: boolean,
): Promise<{ portal: Measured; bare: Measured | null }> {
  const session = await signIn(origin, target.as)
  const headers: Record<string, string> =
    target.kind === 'page'
      ? { cookie: session.cookies.join('; '), accept: 'text/html' }
      : { authorization: `Bearer ${session.token}` }
  const portal = await measure({ port, path: target.path, headers, seconds, connections })
  if (!withBare) return { portal, bare: null }
  const query = new URLSearchParams({
    target: String(targets.indexOf(target)),
    session: createHash('sha256').update(session.token).digest('hex'),
    person: String(session.personId),
    bytes: String(portal.bytes),
  })
  const bare = await measure({ port: port + 1, path: `/?${query}`, headers: {}, seconds, connections })
  return { portal, bare }
}

async function isThere(origin: string, target: Target): Promise<boolean> {
  const { token, cookies } = await signIn(origin, target.as)
  const headers = { cookie: cookies.join('; '), authorization: `Bearer ${token}` }
  return (await fetch(origin + target.path, { headers, redirect: 'manual' })).status === 200
}

const rates = (name: string, { perSecond, p50, p99 }: Measured) =>
  `${name} ${perSecond.toFixed(0)}/s (p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms)`

build()
const small = await stageAt(1)
const found: Omit<Line, 'large'>[] = []
const skipped: string[] = []
for (const target of targets) {
  if (!(await isThere(small.origin, target))) {
    skipped.push(target.name)
    continue
  }
  const { portal, bare } = await measureTarget(target, small.origin, true)
  if (!bare) continue
  console.log(`${target.name}: ${rates('portal', portal)}, ${rates('bare', bare)}`)
  found.push({ name: target.name, portal, bare })
}
const anonymous = await weighAll(small.origin, anonymousPages, null)
const learner = await weighAll(small.origin, learnerPages, 'learner')
await small.close()

const large = await stageAt(10)
const lines: Line[] = []
for (const line of found) {
  const target = targets.find(({ name }) => name === line.name)
  if (!target) continue
  const { portal } = await measureTarget(target, large.origin, false)
  console.log(`${line.name}, ten times the data: ${rates('portal', portal)}`)
  lines.push({ ...line, large: portal })
}
await large.close()

const text = report({ lines, skipped, anonymous, learner, seconds, connections })
writeFileSync(join(root, 'docs/performance.md'), text)
console.log(`\n${text}`)
