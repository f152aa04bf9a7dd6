import { Agent, get, type RequestOptions } from 'node:http'
import { readProcessorTime } from './processor.ts'

export interface LoadFigures {
  perSecond: number
  p50: number
  p99: number
  /** Processor time of the runtime per request, its database included; null when the system does not report it. */
  cpuMs: number | null
  /** Size of the uncompressed body. */
  bytes: number
  roundTrips: number | null
}

interface Answer {
  ms: number
  bytes: number
  status: number
  timing: string
}

function ask(options: RequestOptions): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    get(options, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () =>
        resolve({
          ms: performance.now() - begun,
          bytes,
          status: response.statusCode ?? 0,
          timing: String(response.headers['server-timing'] ?? ''),
        }),
      )
      response.on('error', reject)
    }).on('error', reject)
  })
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const sortedBy = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const median = (values: readonly number[]) => at(sortedBy(values), 0.5)

export interface Load {
  port: number
  path: string
  headers: Record<string, string>
  /** Processes whose processor time is counted. */
  pids: readonly number[]
}

export interface Pace {
  /** Total for each of the loads. */
  seconds: number
  connections: number
}

interface Slice {
  perSecond: number
  cpuMs: number | null
  answers: Answer[]
}

type ActiveLoad = { load: Load; options: RequestOptions; slices: Slice[] }

async function runSlice({ load, options }: ActiveLoad, seconds: number, connections: number): Promise<Slice> {
  const answers: Answer[] = []
  const [begun, cpu] = [performance.now(), readProcessorTime(load.pids)]
  const end = begun + seconds * 1000
  const one = async () => {
    while (performance.now() < end) answers.push(await ask(options))
  }
  await Promise.all(Array.from({ length: connections }, one))
  const [elapsed, spent] = [performance.now() - begun, readProcessorTime(load.pids)]
  const bad = answers.find((answer) => answer.status !== 200)
  if (bad) throw new Error(`${load.path} answers ${bad.status}`)
  return {
    perSecond: (1000 * answers.length) / elapsed,
    cpuMs: cpu === null || spent === null ? null : (spent - cpu) / answers.length,
    answers,
  }
}

function summarize({ slices }: ActiveLoad): LoadFigures {
  const answers = slices.flatMap((slice) => slice.answers)
  const sorted = sortedBy(answers.map(({ ms }) => ms))
  const last = answers.at(-1)
  const trips = /desc="(\d+)/.exec(last?.timing ?? '')?.[1]
  const cpu = slices.flatMap(({ cpuMs }) => cpuMs ?? [])
  return {
    perSecond: median(slices.map(({ perSecond }) => perSecond)),
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    cpuMs: cpu.length > 0 ? median(cpu) : null,
    bytes: last?.bytes ?? 0,
    roundTrips: trips === undefined ? null : Number(trips),
  }
}

const sliceSeconds = 0.5

/**
 * Sends several requests repeatedly over keep-alive connections. They take turns in short slices, of which the median
 * counts, so that other work on the machine affects all of them alike.
 */
export async function measureInTurns(loads: readonly Load[], { seconds, connections }: Pace): Promise<LoadFigures[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections * loads.length })
  const all: ActiveLoad[] = loads.map((load) => {
    const headers = { host: `localhost:${load.port}`, ...load.headers }
    return { load, slices: [], options: { agent, host: '127.0.0.1', port: load.port, path: load.path, headers } }
  })
  // Warms up for as long as the measurement itself: the engine still compiles what has just started.
  for (const driven of all) await runSlice(driven, seconds, connections)
  for (let left = seconds; left > 0; left -= sliceSeconds) {
    for (const driven of all) driven.slices.push(await runSlice(driven, sliceSeconds, connections))
  }
  agent.destroy()
  return all.map(summarize)
}
