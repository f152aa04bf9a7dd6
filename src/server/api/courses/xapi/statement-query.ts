import { isIri } from '#api/catalogue/packages/iri.ts'
import { parseAgent } from './agent.ts'
import { XapiError } from './error.ts'
import { checkPerson, type Reach } from './reach.ts'
import { formats, type StatementFormat } from './statement-format.ts'
import { isTimestamp, isUuid, parseTimestamp } from './statement-rules/formats.ts'
import type { StatementFilter } from './statement-storage.ts'

const maxPerPage = 100

/**
 * Reads the query parameter `name` as a timestamp, in UTC when it has no offset; null when it is absent.
 *
 * @throws XapiError 400 when it is invalid
 */
export const readTimestamp = (query: URLSearchParams, name: string): Date | null =>
  valueIn(query, name, isTimestamp, 'a timestamp', (text) => parseTimestamp(text))

/**
 * Reads the query parameter `name` as an IRI; null when it is absent.
 *
 * @throws XapiError 400 when it is invalid
 */
export const readIri = (query: URLSearchParams, name: string): string | null =>
  valueIn(query, name, isIri, 'an IRI', (text) => text)

/**
 * Reads the query parameter `name` as a UUID, as it is written; null when it is absent.
 *
 * @throws XapiError 400 when it is invalid
 */
export const readUuid = (query: URLSearchParams, name: string): string | null =>
  valueIn(query, name, isUuid, 'a UUID', (text) => text)

/**
 * Reads the query parameter `name` as a boolean, `true` or `false`; false when it is absent.
 *
 * @throws XapiError 400 when it is invalid
 */
export const readFlag = (query: URLSearchParams, name: string): boolean =>
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

/**
 * Reads the format of the answer; `exact` by default.
 * @throws XapiError 400 when it is unknown
 */
export function readFormat(query: URLSearchParams): StatementFormat {
  const requested = query.get('format') ?? 'exact'
  const format = formats.find((one) => one === requested)
  if (!format) throw new XapiError(400, `format is not one of ${formats.join(', ')}`)
  return format
}

/**
 * Reads the id when the query asks for one statement, by `statementId` or, for a voided one, `voidedStatementId`; null
 * otherwise.
 *
 * @throws XapiError 400 when the id is no UUID, or other filters go with it
 */
export function readStatementId(query: URLSearchParams): { id: string; voided: boolean } | null {
  const [id, voidedId] = [readUuid(query, 'statementId'), readUuid(query, 'voidedStatementId')]
  const statementId = id ?? voidedId
  if (statementId === null) return null
  if (id !== null && voidedId !== null) throw new XapiError(400, 'statementId and voidedStatementId exclude each other')
  const besides = ['statementId', 'voidedStatementId', 'attachments', 'format']
  const alien = [...query.keys()].find((name) => !besides.includes(name))
  if (alien) throw new XapiError(400, `${alien} does not go with the id of a statement`)
  return { id: statementId, voided: voidedId !== null }
}

/**
 * Reads the filter of a statement query, at most 100 statements per page, also for a limit of 0 or none. `origin` is
 * that of `namingOrigin`.
 * @throws XapiError 400 when a parameter is invalid, 403 when a launch asks for statements of another person
 */
export function readFilter(query: URLSearchParams, reach: Reach, origin: string): StatementFilter {
  const agent = query.has('agent') ? parseAgent(query.get('agent')).key : null
  if (agent !== null) checkPerson(agent, reach, origin)
  const limit = numberIn(query, 'limit') ?? 0
  return {
    agent,
    verb: readIri(query, 'verb'),
    activity: readIri(query, 'activity'),
    registration: readUuid(query, 'registration'),
    relatedAgents: readFlag(query, 'related_agents'),
    relatedActivities: readFlag(query, 'related_activities'),
    since: readTimestamp(query, 'since'),
    until: readTimestamp(query, 'until'),
    ascending: readFlag(query, 'ascending'),
    limit: limit === 0 ? maxPerPage : Math.min(limit, maxPerPage),
    cursor: numberIn(query, 'cursor'),
  }
}
