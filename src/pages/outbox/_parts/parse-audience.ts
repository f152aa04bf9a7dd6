import { Audience } from '#api/office/mailings/audience/contract.ts'
import { type AudienceKind, audienceKinds } from '#api/office/mailings/rules.ts'

const toNumber = (text: string | null) => (text ? Number(text) : null)
const toNumbers = (text: string | null) => (text ?? '').split(',').map(Number)

/** Returns the audience of a URL before it is checked. */
function readAudience(kind: AudienceKind, search: URLSearchParams): unknown {
  if (kind === 'users') return { kind, userIds: toNumbers(search.get('userIds')) }
  if (kind === 'savedView') return { kind, viewId: toNumber(search.get('viewId')) }
  if (kind === 'clubAdministrators') return { kind, organizationId: toNumber(search.get('organizationId')) }
  if (kind === 'licenseHolders')
    return {
      kind,
      licenseId: toNumber(search.get('licenseId')),
      endsFrom: search.get('endsFrom'),
      endsTo: search.get('endsTo'),
    }
  if (kind === 'occasions') return { kind, occasionIds: toNumbers(search.get('occasionIds')) }
  if (kind === 'exam') return { kind, examId: toNumber(search.get('examId')) }
  if (kind === 'education')
    return {
      kind,
      educationId: toNumber(search.get('educationId')),
      standing: search.get('standing'),
      lackedPartId: toNumber(search.get('lackedPartId')),
    }
  const resultIds = search.get('resultIds')
  return {
    kind,
    occasionId: toNumber(search.get('occasionId')),
    ...(resultIds && { resultIds: toNumbers(resultIds) }),
  }
}

/**
 * Parses the audience of a mailing's URL, such as the users or the participants that it names; null when it has none or
 * a broken one.
 */
export function parseAudience(search: URLSearchParams): Audience | null {
  const kind = audienceKinds.find((one) => one === search.get('kind'))
  return kind ? (Audience.safeParse(readAudience(kind, search)).data ?? null) : null
}
