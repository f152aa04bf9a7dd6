import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import { features } from '#api/features.ts'
import { configurePortal } from '../configuration.ts'
import { type Person, signedIn } from '../portal.ts'

await configurePortal({ features: [...features] })
const office = await signedIn({ roles: { SuperAdministrator: {} } })

const reads = Object.values(contracts)
  .flatMap((contract) => Object.entries<Call>(contract))
  .filter(([name]) => name.startsWith('GET '))

const oddDates = [
  '9999-12-31T23:59:59Z',
  '9999-12-31',
  '0000-01-01',
  '0001-01-01T00:00:00+14:00',
  '2199-12-31T23:59:59-14:00',
  '2199-12-31',
  '1800-01-01T00:00:00Z',
  '1970-01-01',
  '2026-02-30',
  '2024-02-29T24:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-03-29T02:30:00',
  'NaN',
]

interface Field {
  format?: string
  anyOf?: Field[]
  enum?: unknown[]
  type?: string
}

const isDate = ({ format, anyOf }: Field): boolean =>
  format === 'date' || format === 'date-time' || (anyOf ?? []).some(isDate)

const fieldsOf = ({ query }: Call): [string, Field][] => {
  if (!query) return []
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties as Record<string, Field>)
}

/** Returns query strings that set every date of a call to each odd value, one at a time and all together. */
function queriesOf(call: Call): string[] {
  const names = fieldsOf(call).flatMap(([name, field]) => (isDate(field) ? [name] : []))
  const queryOf = (given: Record<string, string>) => new URLSearchParams(given).toString()
  return oddDates.flatMap((date) => [
    ...names.map((name) => queryOf({ [name]: date })),
    ...(names.length > 1 ? [queryOf(Object.fromEntries(names.map((name) => [name, date])))] : []),
  ])
}

async function statusOf(person: Person, path: string): Promise<number> {
  const response = await person.fetch('GET', path)
  await response.body?.cancel()
  return response.status
}

const withDates = reads.flatMap(([name, call]) => {
  const path = name.slice('GET '.length).replace(/:\w+/g, '1')
  return queriesOf(call).map((query) => `${path}?${query}`)
})

const atOnce = 16

async function failuresOf(paths: readonly string[]): Promise<string[]> {
  const left = [...paths]
  const failures: string[] = []
  const asker = async () => {
    for (let path = left.pop(); path; path = left.pop()) {
      const status = await statusOf(office, path)
      if (status >= 500) failures.push(`${status} ${path}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, asker))
  return failures
}

test('no read fails on an odd date', async () => {
  expect(withDates.length).toBeGreaterThan(100)
  expect(await failuresOf(withDates)).toEqual([])
})

test('no read fails on a path that contains a date, or cannot be decoded', async () => {
  const odd = [
    ...oddDates,
    '%F0%28',
    '%',
    '%zz',
    '%C3',
    '%00',
    '%2e%2e%2f',
    '%25',
    '0',
    '-1',
    '1e9',
    '99999999999',
    ' ',
  ]
  const paths = reads.flatMap(([name]) => {
    const path = name.slice('GET '.length)
    return path.includes(':') ? odd.map((text) => path.replace(/:\w+/g, text)) : [`${path}/%F0%28`]
  })
  expect(await failuresOf(paths)).toEqual([])
}, 120_000)

test('the calendar refuses years out of range and accepts the others', async () => {
  // Another person, because the reads above have used up the rate limit of one minute.
  const reader = await signedIn()
  const filters = [
    ['9999-12-31', 400],
    ['9999-12-30T23:30:00Z', 400],
    ['2199-12-31', 200],
    ['1800-01-01', 200],
  ] as const
  for (const [startDate, status] of filters) {
    for (const path of ['/Calendar/CalendarFiltered', '/Calendar/CalendarCounts']) {
      const response = await reader.fetch('POST', path, { startDate, endDate: startDate })
      expect([path, startDate, response.status]).toEqual([path, startDate, status])
    }
  }
})
