import { ScimError } from './error.ts'
import type { Change } from './patch.ts'
import { type PersonFields, parsePerson, toPersonBody } from './person-input.ts'

type PersonBody = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const setName = (body: PersonBody, part: 'givenName' | 'familyName', value: unknown): PersonBody => ({
  ...body,
  name: { ...(isObject(body['name']) ? body['name'] : {}), [part]: value ?? null },
})

/** Returns the body with parts of a name; parts that `value` lacks stay. */
function setNames(body: PersonBody, { op, value }: Change): PersonBody {
  if (op === 'remove') return { ...body, name: null }
  if (!isObject(value)) throw new ScimError(400, 'name is an object', 'invalidValue')
  return (['givenName', 'familyName'] as const).reduce(
    (next, part) => (part in value ? setName(next, part, value[part]) : next),
    body,
  )
}

/**
 * Whether a change is of the one e-mail address that the portal keeps: without a filter, of work, or the primary one.
 */
const isKeptEmail = ({ filter }: Change) =>
  !filter ||
  (filter.attribute === 'type' && filter.value.toLowerCase() === 'work') ||
  (filter.attribute === 'primary' && filter.value === 'true')

const setEmail = (body: PersonBody, value: unknown): PersonBody => ({
  ...body,
  emails: value === undefined || value === null || value === '' ? [] : [{ value, type: 'work', primary: true }],
})

function setEmails(body: PersonBody, change: Change): PersonBody {
  if (!isKeptEmail(change)) return body
  const { op, filter, value } = change
  if (op === 'remove') return { ...body, emails: [] }
  if (filter) return setEmail(body, isObject(value) ? value['value'] : value)
  const emails = Array.isArray(value) ? value : [value]
  // Another address comes after the stored one, which stays the primary one.
  const stored = op === 'add' && Array.isArray(body['emails']) ? body['emails'] : []
  return { ...body, emails: [...stored, ...emails] }
}

function setRequired(body: PersonBody, name: 'userName' | 'active', { op, value }: Change): PersonBody {
  if (op === 'remove') throw new ScimError(400, `${name} cannot be removed`, 'mutability')
  return { ...body, [name]: value }
}

const setOptional = (body: PersonBody, name: 'externalId' | 'displayName', { op, value }: Change): PersonBody => ({
  ...body,
  [name]: op === 'remove' ? null : value,
})

const setters = new Map<string, (body: PersonBody, change: Change) => PersonBody>([
  ['username', (body, change) => setRequired(body, 'userName', change)],
  ['active', (body, change) => setRequired(body, 'active', change)],
  ['externalid', (body, change) => setOptional(body, 'externalId', change)],
  ['displayname', (body, change) => setOptional(body, 'displayName', change)],
  ['name', setNames],
  ['name.givenname', (body, { op, value }) => setName(body, 'givenName', op === 'remove' ? null : value)],
  ['name.familyname', (body, { op, value }) => setName(body, 'familyName', op === 'remove' ? null : value)],
  ['emails', setEmails],
  [
    'emails.value',
    (body, change) => (isKeptEmail(change) ? setEmail(body, change.op === 'remove' ? null : change.value) : body),
  ],
])

/**
 * Returns a person with changes applied in their order. Attributes that the portal does not keep, such as `roles`,
 * `title` and e-mail addresses of another type than work, change nothing: providers send them with every person.
 *
 * @throws ScimError 400 `mutability` when `userName` or `active` is removed, `invalidValue` for a value that
 * `parsePerson` refuses.
 */
export function patchPerson(fields: PersonFields, changes: readonly Change[]): PersonFields {
  const body = changes.reduce<PersonBody>(
    (next, change) => setters.get(change.attribute)?.(next, change) ?? next,
    toPersonBody(fields),
  )
  return parsePerson(body)
}
