import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { pollMilliseconds } from '#islands/client/poll.ts'
import { openStore } from '../portal.ts'
import { watchHeap } from './heap.ts'
import { readProcessorTime } from './processor.ts'

/**
 * Rows of the imported file. Every hundredth has an unknown person, and every tenth names one of forty missing
 * educations.
 */
const rowsInFile = 100_000

const maxSeconds = 60
/** Memory limit of an isolate, in megabytes. */
const maxMegabytes = 128
/** Heap limit of the portal's isolate, in megabytes; the engine ends an isolate that needs more. */
export const heapMb = 64

const [club, longClub] = ['Exempelstads MK', 'Exempelstads MK'.padEnd(92, ' och omnejd')]

const header = 'IdrottsID;E-post;Efternamn;Förnamn;Födelsedatum;Utbildning;Genomförd;Förening'

interface SeededPerson {
  id: number
  external_person_id: string | null
  email: string | null
  first_name: string
  last_name: string
  birth_on: string
}

/**
 * Returns the cells that identify a person: usually the number, otherwise e-mail and last name, or name and day of
 * birth.
 */
function personCells(person: SeededPerson, at: number): string[] {
  const { external_person_id: number, email, first_name, last_name, birth_on } = person
  if (at % 100 === 99) return [`UNKNOWN${at}`, '', '', '', '']
  if (number && at % 5 !== 0) return [number, '', last_name, first_name, '']
  return email ? ['', email, last_name, '', ''] : ['', '', last_name, first_name, birth_on]
}

/**
 * Creates a file of results of the seeded people, a few rows each, ordered by person as a register exports it. A long
 * file has so much text in a cell that it is nearly of the maximum size.
 */
export async function createImportFile(dir: string, isLong: boolean): Promise<string> {
  const { db, close } = await openStore(dir)
  const [people, educations] = await Promise.all([
    db
      .prepare(
        'SELECT id, external_person_id, email, first_name, last_name, birth_on FROM users WHERE birth_on IS NOT NULL ORDER BY id LIMIT 20000',
      )
      .all<SeededPerson>(),
    db.prepare('SELECT title FROM educations WHERE archived_at IS NULL ORDER BY id LIMIT 60').all<{ title: string }>(),
  ])
  await close()
  const titles = educations.results.map(({ title }) => title)
  const perPerson = Math.ceil(rowsInFile / people.results.length)
  const lines = Array.from({ length: rowsInFile }, (_, at) => {
    const person = people.results[Math.floor(at / perPerson)]
    if (!person) throw new Error('the seed has too few people')
    const title = at % 10 === 5 ? `Äldre kurs ${Math.floor(at / 10) % 40}` : titles[(person.id + at) % titles.length]
    const day = `20${String(10 + (at % 14)).padStart(2, '0')}-${String(1 + (at % 12)).padStart(2, '0')}-15`
    return [...personCells(person, at), title, day, isLong ? longClub : club].join(';')
  })
  return `\uFEFF${[header, ...lines].join('\r\n')}\r\n`
}

export interface ImportStage {
  port: number
  pids: readonly number[]
  /**
   * Session token of the superadministrator who imports; `learner` is the token of a person who uses the portal at the
   * same time.
   */
  importer: string
  learner: string
  inspectorPort: number
}

export interface ImportStep {
  name: string
  seconds: number
  cpuSeconds: number | null
  /** Highest resident memory of the runtime's processes above the idle value, database included. */
  peakMb: number | null
  /** Highest heap use of the portal's isolate, as its inspector reports it between events. */
  heapMb: number
  light: { count: number; p50: number; p95: number; max: number }
}

interface Batch {
  status: number
  rows: number
  added: number
  stopped: boolean
  counts: { existing: number; errors: number }
}

const statusStaged = 0
const statusDone = 2

const statusOf = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const memoryIn = (pids: readonly number[], name: 'VmRSS' | 'VmHWM') =>
  process.platform === 'linux' ? pids.reduce((sum, pid) => sum + statusOf(pid, name), 0) : null

/** Resets the highest resident size that Linux records. */
function resetPeak(pids: readonly number[]): void {
  if (process.platform === 'linux') for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

const portion = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

/** Fetches again when the connection breaks, as it does now and then on a machine with much else to do. */
async function fetchAgain(url: string, init: RequestInit, tries = 5): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (tries === 1) throw error
    await after(1000)
    return fetchAgain(url, init, tries - 1)
  }
}

/** Requests a small answer repeatedly until stopped; the returned function stops it and returns the times. */
function pollMeanwhile({ port, learner }: ImportStage): () => Promise<ImportStep['light']> {
  const durations: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const begun = performance.now()
      const response = await fetchAgain(`http://localhost:${port}/api/EducationParts/2/results/5`, {
        // A connection of its own; see decision 049.
        headers: { authorization: `Bearer ${learner}`, connection: 'close' },
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`the light call was answered ${response.status}`)
      durations.push(performance.now() - begun)
      await after(100)
    }
  })()
  return async () => {
    isOver = true
    await asking
    const sorted = durations.toSorted((a, b) => a - b)
    return {
      count: sorted.length,
      p50: portion(sorted, 0.5),
      p95: portion(sorted, 0.95),
      max: sorted.at(-1) ?? 0,
    }
  }
}

/** Makes a call as the superadministrator of the stage; throws unless it succeeds. */
export async function call<T>(
  { port, importer }: ImportStage,
  method: string,
  path: string,
  body?: FormData,
): Promise<T> {
  const response = await fetchAgain(`http://localhost:${port}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${importer}`, connection: 'close' },
    ...(body ? { body } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Polls as often as the page does, until the import has the status. */
async function waitFor(stage: ImportStage, status: number): Promise<Batch> {
  for (;;) {
    const batch = await call<Batch | null>(stage, 'GET', '/imports/batch')
    if (!batch || batch.stopped) throw new Error(`the import has stopped: ${JSON.stringify(batch)}`)
    if (batch.status === status) return batch
    await after(pollMilliseconds)
  }
}

/** Measures the time, the processor and the memory of some work, beside a learner's small calls. */
export async function measureStep(stage: ImportStage, name: string, work: () => Promise<unknown>): Promise<ImportStep> {
  const heap = await watchHeap(stage.inspectorPort)
  resetPeak(stage.pids)
  const [idle, cpu, begun] = [memoryIn(stage.pids, 'VmRSS'), readProcessorTime(stage.pids), performance.now()]
  const stop = pollMeanwhile(stage)
  await work()
  const seconds = (performance.now() - begun) / 1000
  const [light, spent, peak] = [await stop(), readProcessorTime(stage.pids), memoryIn(stage.pids, 'VmHWM')]
  return {
    name,
    seconds,
    light,
    cpuSeconds: cpu === null || spent === null ? null : (spent - cpu) / 1000,
    peakMb: idle === null || peak === null ? null : peak - idle,
    heapMb: await heap.stop(),
  }
}

export interface ImportFigures {
  megabytes: number
  batch: Batch
  /** Measurement of the portal without an import, for comparison. */
  before: ImportStep
  steps: readonly ImportStep[]
}

const msBefore = 10_000

/** Uploads the file, waits for the preview, starts the import and waits until it is done. */
export async function measureImport(stage: ImportStage, text: string): Promise<ImportFigures> {
  const form = new FormData()
  form.set('title', 'mätning.csv')
  form.set('file', new File([text], 'measured.csv', { type: 'text/csv' }))
  const before = await measureStep(stage, 'No import', () => after(msBefore))
  const steps = [
    await measureStep(stage, 'Uploaded', () => call(stage, 'POST', '/imports/educationResultsFile', form)),
    await measureStep(stage, 'Judged', () => waitFor(stage, statusStaged)),
    await measureStep(stage, 'Applied', async () => {
      await call(stage, 'POST', '/imports/start')
      await waitFor(stage, statusDone)
    }),
  ]
  const batch = await waitFor(stage, statusDone)
  return { megabytes: Buffer.byteLength(text) / 1024 ** 2, batch, before, steps }
}

const optional = (value: number | null, digits: number) => value?.toFixed(digits) ?? '–'

/** Formats a step as the cells of a table row; a dash for a figure that was not measured. */
export const stepRow = ({ name, seconds, cpuSeconds, peakMb, heapMb, light }: ImportStep) =>
  [
    ...[name, seconds.toFixed(1), optional(cpuSeconds, 1), optional(peakMb, 0), heapMb.toFixed(0)],
    ...[light.p50, light.p95, light.max].map((ms) => ms.toFixed(0)),
  ].join(' | ')

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

const secondsOf = ({ steps }: ImportFigures) => sum(steps.map(({ seconds }) => seconds))

/** Formats the section of `docs/performance.md` about an import. */
export function importText(measured: ImportFigures): string {
  const { megabytes, batch, before, steps } = measured
  const spent = steps.flatMap(({ cpuSeconds }) => cpuSeconds ?? [])
  return [
    `In a federation of 20,000 people and 600 educations somebody imports a file of ${batch.rows} rows (${megabytes.toFixed(1)} MB). ${batch.added} results are added, a tenth`,
    `of them of forty educations that were missing, ${batch.counts.existing} are there already, and ${batch.counts.errors} rows name nobody. The page asks every other second how far it is.`,
    `Meanwhile a learner makes a small call again and again. Aims: at most ${maxSeconds} s together, at most ${maxMegabytes} MB.`,
    '',
    '| | seconds | processor seconds | process MB above idle | heap MB | small call p50 ms | p95 ms | longest ms |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[before, ...steps].map((step) => `| ${stepRow(step)} |`),
    `| Import | ${secondsOf(measured).toFixed(1)} | ${spent.length === steps.length ? sum(spent).toFixed(1) : '–'} | | | | | |`,
    '',
    'The process above idle is its highest resident size as Linux counts it (`VmHWM`), database and garbage among it. With the heap before the import that',
    'is more than the isolate takes. Heap, buffers among it, is what the inspector tells ten times a second (`Runtime.getHeapUsage`); the engine ends an',
    `isolate whose heap needs more than ${heapMb} MB without buffers (\`--max-heap-size\`).`,
  ].join('\n')
}

/** Lists the targets that an import misses. */
export const listMissedImportTargets = (measured: ImportFigures): string[] => [
  ...(secondsOf(measured) > maxSeconds ? [`Import: ${secondsOf(measured).toFixed(0)} s, wanted ${maxSeconds} s`] : []),
  ...measured.steps
    .map(({ name, peakMb }) => ({ name, mb: measured.before.heapMb + (peakMb ?? 0) }))
    .filter(({ mb }) => mb > maxMegabytes)
    .map(({ name, mb }) => `Import, ${name.toLowerCase()}: ${mb.toFixed(0)} MB, wanted ${maxMegabytes} MB`),
]
