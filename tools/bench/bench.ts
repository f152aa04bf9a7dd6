import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { trialLogin, trialPayments } from '#story/people.ts'
import { build } from '../build.ts'
import { loadSecret, root } from '../local-portal.ts'
import { openPortal, type Portal } from '../portal.ts'
import { listRuntimes } from '../runtime.ts'
import { copyTemplate, seededTemplate } from '../template.ts'
import { bareWorker } from './bare.ts'
import { compareWith } from './compare.ts'
import { measureCourses, prepareCrowd } from './courses.ts'
import { createImportFile, heapMb, importText, measureImport } from './imports.ts'
import { type Load, type LoadFigures, measureInTurns } from './load.ts'
import { prepareMoments } from './moments.ts'
import { officeTargets } from './office-lists.ts'
import { openDirectPortal } from './open-direct.ts'
import { values } from './options.ts'
import { bareFiles, measurePackages, packagesText, storeCourse } from './packages.ts'
import { measureSpeed, type Speed, speedTable } from './page-speed.ts'
import { measureWeights, signIn } from './page-weight.ts'
import { type RecordedQuery, recorderEntry, toRecorderSource } from './query-recorder.ts'
import { connectClubs, listMissedRegisterTargets, measureRegister, registerText, serveRegister } from './register.ts'
import { coursesText, type ListGrowth, officeTable, report, type TargetFigures } from './report.ts'
import {
  anonymousPages,
  learnerPages,
  officePages,
  phonePages,
  type Target,
  targets,
  unlistedPages,
} from './targets.ts'

const seconds = Number(values.seconds)
const connections = Number(values.connections)
const port = Number(values.port)

const cache = join(root, '.cache/bench')

interface Stage {
  portal: Portal
  port: number
  dir: string
}

/** Opens a portal with this many times the data; `besides` is the port of the bare Worker that shares it. */
async function openStage(scale: number, at: number, besides?: number): Promise<Stage> {
  const dir = join(cache, `scale-${scale}`)
  copyTemplate(await seededTemplate(`scale-${scale}`, scale), dir)
  const entry = { name: recorderEntry, port: port + 7, source: toRecorderSource }
  const where = { dir, port: at, log: join(cache, 'portal.log'), vars: { CALLS_PER_MINUTE: '' } }
  const portal = besides ? await openDirectPortal(where, entry, [bareWorker(besides)]) : await openDirectPortal(where)
  return { portal, port: at, dir }
}

async function loadOf(target: Pick<Target, 'as' | 'kind' | 'path'>, { portal, port: at, dir }: Stage): Promise<Load> {
  const session = await signIn(portal.origin, target.as)
  const headers: Record<string, string> =
    target.kind === 'page'
      ? { cookie: session.cookies.join('; '), accept: 'text/html' }
      : { authorization: `Bearer ${session.token}` }
  return { port: at, path: target.path, headers, pids: listRuntimes(dir) }
}

/** Returns the load of the bare Worker, which answers with as many bytes as the portal. */
async function bareLoadOf(target: Target, { portal, dir }: Stage, bytes: number): Promise<Load> {
  const { token, personId } = await signIn(portal.origin, target.as)
  const query = new URLSearchParams({
    target: String(targets.indexOf(target)),
    session: createHash('sha256').update(token).digest('hex'),
    person: String(personId),
    bytes: String(bytes),
  })
  return { port: port + 1, path: `/?${query}`, headers: {}, pids: listRuntimes(dir) }
}

/** Gives the bare Worker the portal's own queries for the same answer, in as many round trips. */
async function sameLoadOf(own: Load, bare: Load): Promise<{ load: Load; trips: number }> {
  const recorded = await fetch(`http://localhost:${port + 7}${own.path}`, { headers: own.headers })
  if (!recorded.ok) throw new Error(`${own.path} was recorded as ${recorded.status}`)
  const trips = (await recorded.json()) as RecordedQuery[][]
  const response = await fetch(`http://localhost:${bare.port}${bare.path}`, {
    method: 'POST',
    body: JSON.stringify(trips),
  })
  if (!response.ok) throw new Error(`the bare Worker was not told: ${response.status}`)
  return { load: { ...bare, path: `${bare.path}&same` }, trips: trips.length }
}

async function sizeOf({ port: at, path, headers }: Load): Promise<number> {
  const response = await fetch(`http://localhost:${at}${path}`, { headers, redirect: 'manual' })
  return (await response.arrayBuffer()).byteLength
}

async function measureTarget(target: Target, small: Stage, large: Stage): Promise<TargetFigures> {
  const own = await loadOf(target, small)
  const plain = await bareLoadOf(target, small, await sizeOf(own))
  // A cached answer runs no further queries.
  const alike = target.isKept ? null : await sameLoadOf(own, plain)
  const loads = [own, plain, await loadOf(target, large), ...(alike ? [alike.load] : [])]
  const [portal, bare, tenfold, same = null] = await measureInTurns(loads, { seconds, connections })
  if (!portal || !bare || !tenfold) throw new Error('one measurement for each load')
  if (alike && alike.trips !== portal.roundTrips)
    throw new Error(`${target.name} was recorded with ${alike.trips} trips`)
  return { name: target.name, portal, bare, same, large: tenfold }
}

async function exists(origin: string, target: Target): Promise<boolean> {
  const { token, cookies } = await signIn(origin, target.as)
  const headers = { cookie: cookies.join('; '), authorization: `Bearer ${token}` }
  return (await fetch(origin + target.path, { headers, redirect: 'manual' })).status === 200
}

/** Measures the office's lists in a federation of 2,000 people and in one of 100,000, in turns. */
async function measureOffice(small: Stage): Promise<ListGrowth[]> {
  const vast = await openStage(50, port + 3)
  const grown: ListGrowth[] = []
  for (const { name, path, as } of officeTargets.filter(({ name }) => !values.only || name.includes(values.only))) {
    const loads = [await loadOf({ path, as, kind: 'page' }, small), await loadOf({ path, as, kind: 'page' }, vast)]
    const [few, many] = await measureInTurns(loads, { seconds, connections })
    if (!few || !many) throw new Error('one measurement for each load')
    console.log(`${name}: ${rates('2,000 people', few)}, ${rates('100,000', many)}, ${many.roundTrips} trips`)
    grown.push({ name, few, many })
  }
  await vast.portal.close()
  return grown
}

/** Measures a crowd in courses on a portal of its own. */
async function measureCrowd(seconds: number) {
  const [dir, at] = [join(cache, 'courses'), port + 4]
  copyTemplate(await seededTemplate('scale-1', 1), dir)
  const people = await prepareCrowd(dir)
  const portal = await openDirectPortal({
    dir,
    port: at,
    log: join(cache, 'portal.log'),
    vars: { CALLS_PER_MINUTE: '' },
  })
  const measured = await measureCourses({ port: at, pids: listRuntimes(dir), people, secret: loadSecret(dir) }, seconds)
  await portal.close()
  return measured
}

/** Measures a portal with a course of 100 MB beside a Worker that only serves its files. */
async function measurePackageFiles(rounds: number) {
  const [dir, at, barePort] = [join(cache, 'packages'), port + 5, port + 6]
  copyTemplate(await seededTemplate('scale-1', 1), dir)
  const { token } = await storeCourse(dir)
  const where = { dir, port: at, log: join(cache, 'portal.log'), vars: { CALLS_PER_MINUTE: '' } }
  const portal = await openDirectPortal(where, undefined, [bareFiles(barePort)])
  const opened = await measurePackages({ port: at, barePort, token }, rounds)
  await portal.close()
  return opened
}

/** Measures an import of 100,000 rows on a portal with 20,000 people. */
async function measureImportedFile() {
  const [dir, at, inspectorPort] = [join(cache, 'import'), port + 8, port + 9]
  copyTemplate(await seededTemplate('scale-10', 10), dir)
  const file = await createImportFile(dir, values.long)
  const where = { dir, port: at, inspectorPort, log: join(cache, 'portal.log'), vars: { CALLS_PER_MINUTE: '' } }
  // Miniflare passes these flags to the runtime that it starts next.
  process.env['MINIFLARE_WORKERD_V8_FLAGS'] = `--max-heap-size=${heapMb}`
  const portal = await openDirectPortal(where)
  delete process.env['MINIFLARE_WORKERD_V8_FLAGS']
  const [{ token: importer }, { token: learner }] = [
    await signIn(portal.origin, 'superadmin'),
    await signIn(portal.origin, 'learner'),
  ]
  const measured = await measureImport({ port: at, pids: listRuntimes(dir), importer, learner, inspectorPort }, file)
  await portal.close()
  return measured
}

/** Measures reads of a register of 160,000 people. */
async function measurePeopleRegister() {
  const [dir, at, inspectorPort, registerPort] = [join(cache, 'register'), port + 8, port + 9, port + 10]
  copyTemplate(await seededTemplate('scale-1', 1), dir)
  let night = 1
  const server = await serveRegister(registerPort, await connectClubs(dir), () => night)
  const vars = { CALLS_PER_MINUTE: '', SPORTS_PEOPLE_URL: `http://localhost:${registerPort}/people` }
  const portal = await openDirectPortal({ dir, port: at, inspectorPort, log: join(cache, 'portal.log'), vars })
  const [{ token: importer }, { token: learner }] = [
    await signIn(portal.origin, 'superadmin'),
    await signIn(portal.origin, 'learner'),
  ]
  const stage = { port: at, pids: listRuntimes(dir), importer, learner, inspectorPort }
  const measured = await measureRegister(stage, (next) => {
    night = next
  })
  await portal.close()
  server.close()
  return measured
}

/** Measures pages on a slow phone, through the entry that compresses, as the platform does. */
async function measurePhone() {
  const dir = join(cache, 'phone')
  copyTemplate(await seededTemplate('scale-1', 1), dir)
  await prepareMoments(dir)
  const vars = { ...trialLogin, ...trialPayments, CALLS_PER_MINUTE: '' }
  const portal = await openPortal({ dir, port, log: join(cache, 'portal.log'), vars })
  const speeds: Speed[] = []
  for (const { as, paths } of [...phonePages, { as: null, paths: unlistedPages }]) {
    const chosen = paths.filter((path) => !values.only || values.only.split(',').some((one) => path.includes(one)))
    if (chosen.length > 0) speeds.push(...(await measureSpeed(portal.origin, chosen, as, 5)))
  }
  await portal.close()
  return speeds
}

const rates = (name: string, { perSecond, p50, p99, cpuMs }: LoadFigures) =>
  `${name} ${perSecond.toFixed(0)}/s (p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, processor ${cpuMs?.toFixed(2)} ms)`

build()
if (values.against) {
  await compareWith(values.against, values.only, port, { seconds, connections })
  process.exit()
}
if (values.courses) {
  const crowd = await measureCrowd(2 * seconds)
  console.log(`\n${coursesText(crowd)}\n\n${JSON.stringify(crowd)}`)
  process.exit()
}
if (values.packages) {
  console.log(`\n${packagesText(await measurePackageFiles(10 * seconds))}`)
  process.exit()
}
if (values.phone) {
  console.log(`\n${speedTable(await measurePhone())}`)
  process.exit()
}
if (values.register) {
  const measured = await measurePeopleRegister()
  console.log(`\n${[registerText(measured), ...listMissedRegisterTargets(measured)].join('\n')}`)
  process.exit()
}
if (values.import) {
  console.log(`\n${importText(await measureImportedFile())}`)
  process.exit()
}
const small = await openStage(1, port, port + 1)
if (values.office) {
  console.log(`\n${officeTable(await measureOffice(small))}`)
  await small.portal.close()
  process.exit()
}
const large = await openStage(10, port + 2)
const lines: TargetFigures[] = []
const skipped: string[] = []
for (const target of targets.filter(({ name }) => !values.only || name.includes(values.only))) {
  if (!(await exists(small.portal.origin, target))) {
    skipped.push(target.name)
    continue
  }
  const line = await measureTarget(target, small, large)
  console.log(
    `${line.name}: ${rates('portal', line.portal)}, ${rates('bare', line.bare)}, ${line.same ? `${rates('with the same questions', line.same)}, ` : ''}${rates('10×', line.large)}`,
  )
  lines.push(line)
}
if (values.only) {
  await Promise.all([small.portal.close(), large.portal.close()])
  process.exit()
}
const anonymous = await measureWeights(small.portal.origin, anonymousPages, null)
const learner = await measureWeights(small.portal.origin, learnerPages, 'learner')
const weighedOffice = await measureWeights(small.portal.origin, officePages, 'superadmin')
await large.portal.close()
const office = await measureOffice(small)
await small.portal.close()
const courses = await measureCrowd(2 * seconds)

const packages = await measurePackageFiles(10 * seconds)
const imported = await measureImportedFile()

const text = report({
  lines,
  office,
  courses,
  packages,
  imported,
  skipped,
  anonymous,
  learner,
  weighedOffice,
  seconds,
  connections,
})
const page = join(root, 'docs/performance.md')
/** Written by hand: costs that the bench does not measure. */
const measuredOnce = /\n## Measured once\n[\s\S]*$/.exec(readFileSync(page, 'utf8'))?.[0] ?? ''
writeFileSync(page, `${text.trimEnd()}\n${measuredOnce}`)
console.log(`\n${text}`)
