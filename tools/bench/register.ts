import { createServer, type Server } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import type { RegisterStatus } from '#api/people/register/contract.ts'
import { openStore } from '../portal.ts'
import { call, type ImportStage, type ImportStep, measureStep, stepRow } from './imports.ts'

const peopleInRegister = 160_000
const peoplePerPage = 1000
const maxMinutes = 10
const maxMegabytes = 128

/** Returns a person of the register; in the second night every fiftieth has moved. */
function toPerson(at: number, clubs: readonly string[], night: number): object {
  const isMoved = night === 2 && at % 50 === 0
  const born = 1940 + (at % 75)
  return {
    id: `R${at}`,
    firstName: `Förnamn${at % 700}`,
    lastName: `Efternamn${at % 9000}`,
    birthDate: `${born}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
    email: at % 10 === 9 ? null : `person${at}@register.example`,
    phone: '070-123 45 67',
    memberships: [{ organizationId: clubs[(at + (isMoved ? 1 : 0)) % clubs.length], from: '2020-01-01' }],
    protected: at % 5000 === 1,
  }
}

/** Serves the register page by page. `night` says which night it is. */
export async function serveRegister(port: number, clubs: readonly string[], night: () => number): Promise<Server> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', `http://localhost:${port}`)
    const page = Number(url.searchParams.get('page') ?? 0)
    const [from, to] = [page * peoplePerPage, Math.min((page + 1) * peoplePerPage, peopleInRegister)]
    const people = Array.from({ length: to - from }, (_, at) => toPerson(from + at, clubs, night()))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ people, next: to < peopleInRegister ? `/people?page=${page + 1}` : null }))
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return server
}

/** Gives the clubs of a seeded federation ids of the register, and returns those. */
export async function connectClubs(dir: string): Promise<string[]> {
  const { db, close } = await openStore(dir)
  await db
    .prepare(
      "UPDATE organizations SET external_id = coalesce(external_id, 'club-' || id) WHERE type = 2 AND active = 1",
    )
    .run()
  const clubs = await db
    .prepare('SELECT external_id FROM organizations WHERE type = 2 AND active = 1 ORDER BY id')
    .all<{ external_id: string }>()
  await close()
  return clubs.results.map((club) => club.external_id)
}

async function readOnce(stage: ImportStage, expected: number): Promise<void> {
  await call(stage, 'POST', '/PeopleRegister/sync')
  for (;;) {
    await after(1000)
    const { run } = await call<RegisterStatus>(stage, 'GET', '/PeopleRegister')
    if (!run || run.state === 'reading' || run.state === 'applying') continue
    if (run.state !== 'done' || run.refused > 0 || run.new + run.changed !== expected)
      throw new Error(
        `the read ended otherwise: ${JSON.stringify({ ...run, refusedRows: run.refusedRows.slice(0, 3) })}`,
      )
    return
  }
}

export interface RegisterFigures {
  before: ImportStep
  steps: readonly ImportStep[]
}

/** Reads the register three times: everybody is new, nothing has changed, every fiftieth has moved. */
export async function measureRegister(stage: ImportStage, setNight: (night: number) => void): Promise<RegisterFigures> {
  const before = await measureStep(stage, 'No read', () => after(10_000))
  const first = await measureStep(stage, 'Everybody is new', () => readOnce(stage, peopleInRegister))
  const second = await measureStep(stage, 'Nothing has changed', () => readOnce(stage, 0))
  setNight(2)
  const third = await measureStep(stage, 'Every fiftieth has moved', () => readOnce(stage, peopleInRegister / 50))
  return { before, steps: [first, second, third] }
}

/** Returns the figures as a table for docs/performance.md. */
export const registerText = ({ before, steps }: RegisterFigures): string =>
  [
    `A register of ${peopleInRegister} people, in pages of ${peoplePerPage}, is read three times by a federation of 2,000 others. A learner makes a small call again and again.`,
    `Aims: at most ${maxMinutes} minutes each, at most ${maxMegabytes} MB of heap.`,
    '',
    '| | seconds | processor seconds | process MB above idle | heap MB | small call p50 ms | p95 ms | longest ms |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[before, ...steps].map((step) => `| ${stepRow(step)} |`),
  ].join('\n')

/** Lists the targets that a read misses. */
export const listMissedRegisterTargets = ({ steps }: RegisterFigures): string[] => [
  ...steps
    .filter(({ seconds }) => seconds > maxMinutes * 60)
    .map(({ name }) => `${name}: more than ${maxMinutes} minutes`),
  ...steps.filter(({ heapMb }) => heapMb > maxMegabytes).map(({ name }) => `${name}: more than ${maxMegabytes} MB`),
]
