import { isIri } from '#api/catalogue/packages/iri.ts'
import { parsedAgent } from './agent.ts'
import { XapiError } from './error.ts'
import { checkPerson, type Reach } from './reach.ts'
import { type Format, formats } from './statement-format.ts'
import { isTimestamp, isUuid, momentOf } from './statement-rules/formats.ts'
import type { StatementFilter } from './statement-storage.ts'

const mostPerPage = 100

export const timestampIn = (query: URLSearchParams, name: string): Date | null =>
  valueIn(query, name, isTimestamp, 'a timestamp', (text) => momentOf(text))

export const iriIn = (query: URLSearchParams, name: string): string | null =>
  valueIn(query, name, isIri, 'an IRI', (text) => text)

export const uuidIn = (query: URLSearchParams, name: string): string | null =>
  valueIn(query, name, isUuid, 'a UUID', (text) => text)

export const flagIn = (query: URLSearchParams, name: string): boolean =>
  valueIn(
    query,
    name,
    (text) => text === 'true' || text === 'false',
    'true or false',
    (text) => text === 'true',
  ) ?? false

const numberIn = (query: URLSearchParams, name: string): number | null =>
  valueIn(query, name, (text) => /^\d{1,15}$/.test(text), 'a whole number', Number)

function valueIn<T>(
  query: URLSearchParams,
  name: string,
  fits: (text: string) => boolean,
  what: string,
  read: (text: string) => T,
): T | null {
  const text = query.get(name)
  if (text === null) return null
  if (!fits(text)) throw new XapiError(400, `${name} is not ${what}`)
  return read(text)
}

export function formatIn(query: URLSearchParams): Format {
  const given = query.get('format') ?? 'exact'
  const format = formats.find((one) => one === given)
  if (!format) throw new XapiError(400, `format is not one of ${formats.join(', ')}`)
  return format
}

/** One statement is asked for by its id, and then by nothing else. */
export function oneAskedFor(query: URLSearchParams): { id: string; voided: boolean } | null {
  const [id, voidedId] = [uuidIn(query, 'statementId'), uuidIn(query, 'voidedStatementId')]
  const asked = id ?? voidedId
  if (asked === null) return null
  if (id !== null && voidedId !== null) throw new XapiError(400, 'statementId and voidedStatementId exclude each other')
  const besides = ['statementId', 'voidedStatementId', 'attachments', 'format']
  const alien = [...query.keys()].find((name) => !besides.includes(name))
  if (alien) throw new XapiError(400, `${alien} does not go with the id of a statement`)
  return { id: asked, voided: voidedId !== null }
}

export function filterIn(query: URLSearchParams, reach: Reach, origin: string): StatementFilter {
  const agent = query.has('agent') ? parsedAgent(query.get('agent')).key : null
  if (agent !== null) checkPerson(agent, reach, origin)
  const limit = numberIn(query, 'limit') ?? 0
  return {
    agent,
    verb: iriIn(query, 'verb'),
    activity: iriIn(query, 'activity'),
    registration: uuidIn(query, 'registration'),
    relatedAgents: flagIn(query, 'related_agents'),
    relatedActivities: flagIn(query, 'related_activities'),
    since: timestampIn(query, 'since'),
    until: timestampIn(query, 'until'),
    ascending: flagIn(query, 'ascending'),
    limit: limit === 0 ? mostPerPage : Math.min(limit, mostPerPage),
    cursor: numberIn(query, 'cursor'),
  }
}
