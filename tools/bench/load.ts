import { Agent, get, type RequestOptions } from 'node:http'

export interface Measured {
  perSecond: number
  p50: number
  p99: number
  /** Body as it came, uncompressed. */
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

async function drive(options: RequestOptions, seconds: number, connections: number): Promise<Answer[]> {
  const answers: Answer[] = []
  const end = performance.now() + seconds * 1000
  const one = async () => {
    while (performance.now() < end) answers.push(await ask(options))
  }
  await Promise.all(Array.from({ length: connections }, one))
  return answers
}

export interface Load {
  port: number
  path: string
  headers: Record<string, string>
  seconds: number
  connections: number
}

/** Asks the same question again and again over kept connections, first to warm up, then for the record. */
export async function measure({ port, path, headers, seconds, connections }: Load): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const options = { agent, host: '127.0.0.1', port, path, headers: { host: `localhost:${port}`, ...headers } }
  await drive(options, seconds / 2, connections)
  const begun = performance.now()
  const answers = await drive(options, seconds, connections)
  const elapsed = (performance.now() - begun) / 1000
  agent.destroy()
  const bad = answers.find((answer) => answer.status !== 200)
  if (bad) throw new Error(`${path} answers ${bad.status}`)
  const sorted = answers.map((answer) => answer.ms).sort((a, b) => a - b)
  const last = answers.at(-1)
  const trips = /desc="(\d+)/.exec(last?.timing ?? '')?.[1]
  return {
    perSecond: answers.length / elapsed,
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    bytes: last?.bytes ?? 0,
    roundTrips: trips === undefined ? null : Number(trips),
  }
}
