import { availableParallelism, loadavg } from 'node:os'
import { type CrowdFigures, crowd, type WatchFigures } from './courses.ts'
import { type ImportFigures, importText, listMissedImportTargets } from './imports.ts'
import type { LoadFigures } from './load.ts'
import { type PackageFigures, packagesText } from './packages.ts'
import type { Weight } from './page-weight.ts'
import { ratioNotes } from './ratio-notes.ts'
import { maxOfficeScript } from './targets.ts'

export interface TargetFigures {
  name: string
  portal: LoadFigures
  bare: LoadFigures
  /** The bare Worker with the portal's own queries; null for a cached answer, which runs none. */
  same: LoadFigures | null
  /** The portal with ten times the data. */
  large: LoadFigures
}

export interface ListGrowth {
  name: string
  /** The same list in a federation of 2,000 people, and in one of 100,000. */
  few: LoadFigures
  many: LoadFigures
}

const whole = (value: number) => value.toFixed(0)
const kilo = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`
const ms = (value: number) => value.toFixed(1)
const cpu = ({ cpuMs }: LoadFigures) => cpuMs?.toFixed(2) ?? '–'

/** Returns the growth of the cost, by processor time if known, because that does not include waiting. */
const growthOf = (portal: LoadFigures, large: LoadFigures) =>
  portal.cpuMs && large.cpuMs ? large.cpuMs / portal.cpuMs : portal.perSecond / large.perSecond

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function table(head: readonly string[], rows: readonly string[][]): string {
  return [row(head), row(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n')
}

const rateHead = [
  '',
  'portal req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'bare req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'ratio',
  'same questions req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'ratio',
  'round trips',
  'size',
  'cost at 10×',
]

const share = (portal: LoadFigures, other: LoadFigures) => `${whole((100 * portal.perSecond) / other.perSecond)} %`

const measuredCells = (one: LoadFigures) => [whole(one.perSecond), ms(one.p50), ms(one.p99), cpu(one)]

const rateRow = ({ name, portal, bare, same, large }: TargetFigures) => [
  name,
  ...measuredCells(portal),
  ...measuredCells(bare),
  share(portal, bare),
  ...(same ? [...measuredCells(same), share(portal, same)] : ['–', '–', '–', '–', '–']),
  String(portal.roundTrips ?? '–'),
  kilo(portal.bytes),
  `${growthOf(portal, large).toFixed(2)}×`,
]

/** Returns the table of the office's lists in a federation of normal size and in one fifty times as large. */
export const officeTable = (office: readonly ListGrowth[]): string =>
  table(
    ['', 'p50 ms', 'CPU ms', 'p50 ms at 100,000', 'CPU ms', 'round trips', 'cost'],
    office.map(({ name, few, many }) => [
      name,
      ms(few.p50),
      cpu(few),
      ms(many.p50),
      cpu(many),
      String(many.roundTrips ?? '–'),
      `${growthOf(few, many).toFixed(2)}×`,
    ]),
  )

const coresText = ({ cores }: WatchFigures) => (cores === null ? '' : `, ${cores.toFixed(2)} cores`)

/** Describes the measurement of a crowd in courses. */
export const coursesText = ({ polled, pushed }: CrowdFigures): string =>
  `${crowd.inCourses} people whose courses store their state ${crowd.writesPerSecond} times a second each, and ${crowd.polling} who wait for a completion, all at their own
pace, regardless of responses: first by polling every two seconds${coresText(polled)}; then with a WebSocket each, and a poll
every thirty seconds${coresText(pushed)}, ${pushed.linesOpen} sockets open at the end. Aim: nobody is refused.

${table(
  ['', 'wanted a second', 'answered a second', 'p50 ms', 'p95 ms', 'refused'],
  [...polled.rows, ...pushed.rows].map(({ name, wantedPerSecond, perSecond, p50, p95, refused }) => [
    name,
    whole(wantedPerSecond),
    whole(perSecond),
    ms(p50),
    ms(p95),
    String(refused),
  ]),
)}`

function listMissedGrowth({ name, few, many }: ListGrowth): string[] {
  const growth = growthOf(few, many)
  return [
    ...(growth > 1.5 ? [`${name}: ${growth.toFixed(2)}× at 100,000 people, wanted 1.5×`] : []),
    ...((many.roundTrips ?? 0) > 2 ? [`${name}: ${many.roundTrips} round trips`] : []),
  ]
}

const weightRow = ({ path, html, css, js, inline }: Weight) => [
  `\`${path}\``,
  kilo(html),
  kilo(css),
  kilo(js),
  `${inline} B`,
]
const weightHead = ['gzip', 'HTML', 'CSS', 'JavaScript', 'inline script']

function listMissedRates({ name, portal, bare, same, large }: TargetFigures): string[] {
  const [ratio, aim] = [portal.perSecond / bare.perSecond, name.includes('hit') ? 0.8 : 0.5]
  const growth = growthOf(portal, large)
  const alike = same ? `, ${share(portal, same)} of one that asks the same questions` : ''
  return [
    ...(ratio < aim ? [`${name}: ${share(portal, bare)} of the bare rate${alike}, wanted ${whole(100 * aim)} %`] : []),
    ...(growth > 1.2 ? [`${name}: ${growth.toFixed(2)}× at ten times the data`] : []),
    ...((portal.roundTrips ?? 0) > 3 ? [`${name}: ${portal.roundTrips} round trips`] : []),
  ]
}

/** Lists every target that the figures miss. */
const listMissedTargets = ({
  lines,
  office,
  courses,
  imported,
  anonymous,
  learner,
  weighedOffice,
}: Findings): string[] => [
  ...[...courses.polled.rows, ...courses.pushed.rows]
    .filter(({ refused }) => refused > 0)
    .map(({ name, refusals }) => `${name}: refused by ${JSON.stringify(refusals)}`),
  ...lines.flatMap(listMissedRates),
  ...office.flatMap(listMissedGrowth),
  ...listMissedImportTargets(imported),
  ...anonymous.filter(({ js }) => js > 0).map(({ path }) => `${path}: a script file for visitors`),
  ...anonymous.filter(({ inline }) => inline > 3072).map(({ path, inline }) => `${path}: ${inline} B of inline script`),
  ...weighedOffice.filter(({ js }) => js > maxOfficeScript).map(({ path, js }) => `${path}: ${kilo(js)} of JavaScript`),
  ...learner.filter(({ js }) => js > 90 * 1024).map(({ path, js }) => `${path}: ${kilo(js)} of JavaScript`),
]

export interface Findings {
  lines: readonly TargetFigures[]
  office: readonly ListGrowth[]
  courses: CrowdFigures
  packages: readonly PackageFigures[]
  imported: ImportFigures
  skipped: readonly string[]
  anonymous: readonly Weight[]
  learner: readonly Weight[]
  weighedOffice: readonly Weight[]
  seconds: number
  connections: number
}

/** Formats `docs/performance.md` but for its part that is written by hand, with the targets that the figures miss. */
export function report(findings: Findings): string {
  const {
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
  } = findings
  const open = listMissedTargets(findings).map((text) => `- ${text}`)
  const [load = 0] = loadavg()
  const day = new Date().toISOString().slice(0, 10)
  const missing = skipped.length > 0 ? `\nNot measured: ${skipped.join(', ')}.\n` : ''
  return `# What it costs

For people who change the portal or judge its speed.

\`npm run bench\` runs the built portal, seeded, and beside it in the same workerd a bare Worker that asks the database the same one or
two questions in one round trip and fills as many bytes by a template string. One of the questions is the session's, which the
portal asks as well. Portal, bare Worker, the same with the portal's own questions, and a portal with ten times the people, educations, occasions and
results run in alternating slices of half a second, and the median slice counts, so that other load on the machine affects them equally. CPU is the
runtime's processor time for one request, its database included; the cost at 10× compares that.

Measured ${day} with ${connections} connections and ${seconds} s a row on ${availableParallelism()} cores, which the load generator shares; the machine's load
average was ${load.toFixed(1)} at the end, and above the number of cores other processes ran too, so that the ratios mean more than the rates.

Aims: pages at half the bare rate or better, cached responses at 80 %, ten times the data within 1.2×, at most three round trips a page.

${table(rateHead, lines.map(rateRow))}
${missing}
## The office at 100,000 people

Each list as its page is opened, in a federation of 2,000 people and 60 educations and in one of 100,000 and 10,000. Aims: at most two round
trips, and no more than 1.5 times the cost.

${officeTable(office)}

## Everybody in a course

${coursesText(courses)}

## A course of 100 MB

${packagesText(packages)}

## An import of 100,000 rows

${importText(imported)}

## Bytes before the first interaction

Aims: no JavaScript file for visitors and at most 3 kB inline; at most 90 kB for learners and 200 kB for the office.

${table(weightHead, anonymous.map(weightRow))}

${table(weightHead, learner.map(weightRow))}

${table(weightHead, weighedOffice.map(weightRow))}

${ratioNotes}
## Not reached

${open.length > 0 ? open.join('\n') : 'Nothing: every aim is reached.'}
`
}
