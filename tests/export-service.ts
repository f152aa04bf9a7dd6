import { expect, vi } from 'vitest'

const origin = 'https://api.idrottonline.test'
const authorization = 'Basic cG9ydGFsOmhlbWxpZ3Q='
const reportGuid = '7d0c3a52-5a3c-4d4e-9f0e-0f6f3f0f8a11'

export const exportServiceVariables = () => ({
  SPORTS_EXPORT_ORIGIN: origin,
  SPORTS_EXPORT_AUTHORIZATION: authorization,
  SPORTS_EXPORT_SPORTS: '63, 64',
  PERSONAL_NUMBER_SECRET: 'a key of at least thirty-two bytes',
})

/** A person as RF's Export Service reports them. */
export const reported = (id: number, more: object = {}) => ({
  PersonId: id,
  FirstName: 'Anna',
  LastName: `Berg ${id}`,
  AlternativeFirstName: null,
  BirthDate: '1985-04-12T00:00:00',
  PersonalNumber: null,
  IsDeleted: false,
  DeleteDate: null,
  IsDead: false,
  DeathDate: null,
  ProtectedPersonalData: false,
  GenderId: 2,
  Roles: [],
  Memberships: [{ OrganisationId: 20, FromDate: '2019-01-01T00:00:00', ToDate: null }],
  Licenses: [{ LicenseId: 5 }],
  Contacts: [
    { ContactTypeId: 1, Value: `anna${id}@example.se` },
    { ContactTypeId: 3, Value: '070-123 45 67' },
  ],
  ...more,
})

const jsonBody = (init: RequestInit) => JSON.parse(String(init.body)) as Record<string, unknown>

/**
 * Answers as RF's Export Service: takes the order of a report, is not ready at the first `pending` questions, and then
 * hands it out. Checks method, address, headers, body and credentials of every request. Returns the orders.
 */
export function serveExportService(report: BodyInit, { pending = 1 } = {}) {
  const orders: Record<string, unknown>[] = []
  let questions = 0
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    expect(init.redirect).toBe('manual')
    expect([headers.get('accept'), headers.get('x-svenskidrott-api-version')]).toEqual(['application/json', '1.0'])
    if (headers.get('authorization') !== authorization) return new Response(null, { status: 401 })
    if (input === `${origin}/exportservice/personsinsport`) {
      expect([init.method, headers.get('content-type')]).toEqual(['POST', 'application/json'])
      orders.push(jsonBody(init))
      return Response.json(reportGuid)
    }
    expect([init.method, input, init.body]).toEqual([
      'GET',
      `${origin}/exportservice/personsinsport/${reportGuid}`,
      undefined,
    ])
    questions += 1
    if (questions <= pending) return new Response(null, { status: 202 })
    return new Response(report, { headers: { 'content-type': 'application/json' } })
  })
  return orders
}
